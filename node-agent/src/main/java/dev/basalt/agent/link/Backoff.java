package dev.basalt.agent.link;

import java.util.random.RandomGenerator;

/** Waits between tries: doubling up to a most, each cut by a random part, so that many agents do not come at once. */
final class Backoff {
    private final long firstMillis;
    private final long mostMillis;
    private final RandomGenerator random;
    private long ceilingMillis;

    Backoff(long firstMillis, long mostMillis, RandomGenerator random) {
        this.firstMillis = firstMillis;
        this.mostMillis = mostMillis;
        this.random = random;
        this.ceilingMillis = firstMillis;
    }

    /** How long to wait now: between half of the ceiling and the ceiling, which then doubles. */
    long nextMillis() {
        long wait = ceilingMillis / 2 + random.nextLong(ceilingMillis / 2 + 1);
        ceilingMillis = Math.min(mostMillis, ceilingMillis * 2);
        return wait;
    }

    void reset() {
        ceilingMillis = firstMillis;
    }
}
