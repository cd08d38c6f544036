package dev.basalt.kubernetes.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many Events an object may still cause: a few at once, then one now and then. Knows the objects that spoke last;
 * one that was silent for long starts afresh. Not for several threads.
 */
final class EventBudget {
    private static final double BURST = 6;
    private static final double PER_NANO = 1.0 / TimeUnit.SECONDS.toNanos(30);
    private static final int MOST_OBJECTS = 20_000;

    private final LinkedHashMap<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_OBJECTS;
        }
    };

    private record Bucket(double tokens, long atNanos) {}

    /** Takes one if there is one. */
    boolean take(String uid, long nowNanos) {
        Bucket before = buckets.getOrDefault(uid, new Bucket(BURST, nowNanos));
        double tokens = Math.min(BURST, before.tokens() + (nowNanos - before.atNanos()) * PER_NANO);
        boolean isAllowed = tokens >= 1;
        buckets.put(uid, new Bucket(isAllowed ? tokens - 1 : tokens, nowNanos));
        return isAllowed;
    }
}
