package dev.basalt.core.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster says of a node; its devices come from its agent.
 *
 * @param name unique in the cluster
 * @param uid unique for ever
 * @param labels labels, sorted
 * @param taints taints
 * @param allocatable CPU, memory, pods and extended resources that pods may use together
 * @param ready false when its kubelet does not answer
 * @param admission whether it takes new pods
 */
public record NodeSpec(
        String name,
        String uid,
        SortedMap<String, String> labels,
        List<Taint> taints,
        ResourceVector allocatable,
        boolean ready,
        Admission admission) {
    /** Label that every node has in Kubernetes; its value is the node's own name where nobody says otherwise. */
    public static final String HOSTNAME = "kubernetes.io/hostname";

    public NodeSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("node name is empty");
        }
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        taints = List.copyOf(taints);
    }

    /** Value of a label, or null; a node that nobody labelled is its own {@link #HOSTNAME}. */
    public @Nullable String label(String key) {
        String value = labels.get(key);
        return value == null && key.equals(HOSTNAME) ? name : value;
    }

    /** Whether a node takes new pods. */
    public enum Admission {
        OPEN,
        /** Takes none, keeps what it has. */
        CORDONED,
        /** Takes none, and what it has is evicted. */
        DRAINING
    }

    /**
     * A taint.
     *
     * @param key key
     * @param value value, may be empty
     * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
     */
    public record Taint(String key, String value, String effect) {}
}
