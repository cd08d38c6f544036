package dev.basalt.world;

import java.util.List;
import java.util.SplittableRandom;

/** All chance of one world. The same seed has the same luck. */
public final class Luck {
    private final SplittableRandom random;

    Luck(long seed) {
        random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
    }

    /** True with that probability, in percent. */
    boolean percent(int chance) {
        return random.nextInt(100) < chance;
    }

    /** A number from {@code from} to {@code to}, both included. */
    int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
