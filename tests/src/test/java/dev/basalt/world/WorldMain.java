package dev.basalt.world;

import java.io.PrintStream;

/**
 * Plays worlds outside a test runner: {@code WorldMain FIRST COUNT [MOST]}, where it ends after {@code MOST} broken
 * seeds, by default after all. Exit code 0 when all rules held in all of them and each repeated itself; 1 with every
 * seed that broke one, and how.
 */
public final class WorldMain {
    private WorldMain() {}

    public static void main(String[] arguments) {
        if (arguments.length != 2 && arguments.length != 3) {
            System.err.println("usage: WorldMain FIRST-SEED COUNT [MOST-BROKEN]");
            System.exit(2);
        }
        long most = arguments.length == 3 ? Long.parseLong(arguments[2]) : Long.MAX_VALUE;
        System.exit(play(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), most, System.out));
    }

    private static int play(long first, long count, long most, PrintStream out) {
        long broken = 0;
        for (long seed = first; seed < first + count && broken < most; seed++) {
            String why = play(seed);
            if (!why.isEmpty()) {
                broken++;
                out.println("seed " + seed + ": " + why);
            }
        }
        String seeds = "seeds " + first + " to " + (first + count - 1) + ": ";
        out.println(seeds + (broken == 0 ? "every rule held, each seed twice alike" : broken + " broken"));
        return broken == 0 ? 0 : 1;
    }

    /** What went wrong; empty when nothing did. */
    private static String play(long seed) {
        try {
            long once = new FaultyWorld(seed).play();
            long again = new FaultyWorld(seed).play();
            return once == again ? "" : "played twice, it had other effects";
        } catch (RuntimeException broken) {
            return broken.getClass().getSimpleName() + " " + broken.getMessage();
        }
    }
}
