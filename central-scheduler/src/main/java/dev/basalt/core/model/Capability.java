package dev.basalt.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The most that a queue may ever use, in the units of {@link ResourceVector}, GPUs as {@link ResourceVector#GPU_MILLI}.
 * A resource that is not named is not limited; one that is named with 0 may not be used at all.
 *
 * @param limits limit by name, sorted; none is negative
 */
public record Capability(SortedMap<String, Long> limits) {
    /** No resource is limited. */
    public static final Capability UNLIMITED = new Capability(new TreeMap<>());

    public Capability {
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        for (Map.Entry<String, Long> limit : limits.entrySet()) {
            if (limit.getValue() < 0) {
                throw new IllegalArgumentException(
                        "capability of " + limit.getKey() + " is " + limit.getValue() + ", below 0");
            }
        }
    }

    /** One resource is limited. */
    public static Capability of(String name, long limit) {
        return UNLIMITED.with(name, limit);
    }

    /** The same limits and one more. */
    public Capability with(String name, long limit) {
        TreeMap<String, Long> more = new TreeMap<>(limits);
        more.put(name, limit);
        return new Capability(more);
    }
}
