package dev.basalt.world;

import java.io.PrintStream;

/**
 * Plays worlds outside a test runner: {@code WorldMain FIRST COUNT}. Exit code 0 when all rules held in all of them and
 * each repeated itself; 1 with the first seed that broke one, and how.
 */
public final class WorldMain {
    private WorldMain() {}

    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: WorldMain FIRST-SEED COUNT");
            System.exit(2);
        }
        System.exit(play(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), System.out));
    }

    private static int play(long first, long count, PrintStream out) {
        for (long seed = first; seed < first + count; seed++) {
            try {
                long once = new FaultyWorld(seed).play();
                long again = new FaultyWorld(seed).play();
                if (once != again) {
                    out.println("seed " + seed + ": played twice, it had other effects");
                    return 1;
                }
            } catch (RuntimeException broken) {
                out.println("seed " + seed + ": " + broken.getClass().getSimpleName() + " " + broken.getMessage());
                return 1;
            }
        }
        out.println("seeds " + first + " to " + (first + count - 1) + ": every rule held, each seed twice alike");
        return 0;
    }
}
