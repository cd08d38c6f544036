package dev.basalt.core.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Named amounts: {@code cpu} in millicores, every other resource in its own base unit (bytes for {@code memory} and
 * {@code ephemeral-storage}, pieces for {@code pods} and extended resources). A name that is absent is zero. Sums
 * saturate instead of overflowing.
 *
 * @param amounts amount by name, sorted; zero amounts are dropped
 */
public record ResourceVector(SortedMap<String, Long> amounts) {
    /** CPU in millicores. */
    public static final String CPU = "cpu";
    /** Memory in bytes. */
    public static final String MEMORY = "memory";
    /** Pods, in pieces. */
    public static final String PODS = "pods";
    /** Whole GPUs in Kubernetes' resource lists; in quotas and use counted in GPUs x 1000 as {@link #GPU_MILLI}. */
    public static final String GPU = "nvidia.com/gpu";
    /** GPU quota and use in thousandths of a GPU; a share counts its larger part (memory or cores). */
    public static final String GPU_MILLI = "basalt.dev/gpu-milli";

    /** Nothing at all. */
    public static final ResourceVector ZERO = new ResourceVector(new TreeMap<>());

    public ResourceVector {
        TreeMap<String, Long> copy = new TreeMap<>(amounts);
        copy.values().removeIf(amount -> amount == 0);
        amounts = Collections.unmodifiableSortedMap(copy);
    }

    /** One resource alone. */
    public static ResourceVector of(String name, long amount) {
        TreeMap<String, Long> one = new TreeMap<>();
        one.put(name, amount);
        return new ResourceVector(one);
    }

    /** The same vector with one amount replaced. */
    public ResourceVector with(String name, long amount) {
        TreeMap<String, Long> changed = new TreeMap<>(amounts);
        changed.put(name, amount);
        return new ResourceVector(changed);
    }

    /** Amount of one resource; 0 when absent. */
    public long amount(String name) {
        Long amount = amounts.get(name);
        return amount == null ? 0 : amount;
    }

    public boolean isZero() {
        return amounts.isEmpty();
    }

    public ResourceVector plus(ResourceVector other) {
        TreeMap<String, Long> sum = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> sum.merge(name, amount, ResourceVector::saturatedSum));
        return new ResourceVector(sum);
    }

    /** Difference; may hold negative amounts. */
    public ResourceVector minus(ResourceVector other) {
        TreeMap<String, Long> difference = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> difference.merge(name, -amount, ResourceVector::saturatedSum));
        return new ResourceVector(difference);
    }

    /** The amounts above zero. */
    public ResourceVector positive() {
        TreeMap<String, Long> above = new TreeMap<>(amounts);
        above.values().removeIf(amount -> amount < 0);
        return new ResourceVector(above);
    }

    /** Larger amount of each resource. */
    public ResourceVector max(ResourceVector other) {
        TreeMap<String, Long> larger = new TreeMap<>(amounts);
        other.amounts.forEach((name, amount) -> larger.merge(name, amount, Math::max));
        return new ResourceVector(larger);
    }

    /** True when every amount here is at most the one in {@code room}. */
    public boolean fitsIn(ResourceVector room) {
        for (Map.Entry<String, Long> asked : amounts.entrySet()) {
            if (asked.getValue() > room.amount(asked.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Names with a non-zero amount, sorted. */
    public List<String> names() {
        return new ArrayList<>(amounts.keySet());
    }

    private static long saturatedSum(long left, long right) {
        long sum = left + right;
        if (((left ^ sum) & (right ^ sum)) < 0) {
            return left < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
