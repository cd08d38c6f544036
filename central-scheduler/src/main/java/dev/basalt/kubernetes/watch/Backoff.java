package dev.basalt.kubernetes.watch;

import java.util.random.RandomGenerator;

/** How long to wait before the next try: twice as long after each failure, from half to all of it. */
final class Backoff {
    private final long firstMillis;
    private final long mostMillis;
    private final RandomGenerator random;
    private long nextMillis;

    Backoff(long firstMillis, long mostMillis, RandomGenerator random) {
        this.firstMillis = firstMillis;
        this.mostMillis = mostMillis;
        this.random = random;
        nextMillis = firstMillis;
    }

    /** It works again. */
    void reset() {
        nextMillis = firstMillis;
    }

    /** How long to wait now; at least what the server asked for, and then a little more. */
    long waitMillis(long askedMillis) {
        long own = nextMillis / 2 + random.nextLong(nextMillis / 2 + 1);
        nextMillis = Math.min(mostMillis, nextMillis * 2);
        return askedMillis > 0 ? askedMillis + random.nextLong(firstMillis) : own;
    }
}
