package dev.basalt.core.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Labels of pods, by key. Never changes, so that all pods of a template share one. */
public final class Labels {
    public static final Labels NONE = new Labels(new TreeMap<>());

    private final SortedMap<String, String> byKey;

    private Labels(SortedMap<String, String> byKey) {
        this.byKey = Collections.unmodifiableSortedMap(byKey);
    }

    public static Labels of(Map<String, String> labels) {
        return labels.isEmpty() ? NONE : new Labels(new TreeMap<>(labels));
    }

    /** Value of a label, or null. */
    public @Nullable String value(String key) {
        return byKey.get(key);
    }

    public SortedMap<String, String> asMap() {
        return byKey;
    }

    /** Those with one of the keys. */
    public Labels only(SortedSet<String> keys) {
        TreeMap<String, String> some = new TreeMap<>(byKey);
        some.keySet().retainAll(keys);
        return of(some);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && byKey.equals(that.byKey);
    }

    @Override
    public int hashCode() {
        return byKey.hashCode();
    }

    @Override
    public String toString() {
        return byKey.toString();
    }
}
