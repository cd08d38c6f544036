package dev.basalt.core.model;

import dev.basalt.core.model.Neighbours.Labels;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all pods of a member group share.
 *
 * @param containers in start order; at least one
 * @param nodeSelector labels that the node must carry
 * @param nodeTerms required node affinity: one term must match wholly; empty means any node
 * @param tolerations taints it puts up with
 * @param hostPorts host ports it binds, as {@code TCP/8080}
 * @param graceMillis time between asking it to end and killing it
 * @param labels what other pods' rules, and its own, know it by
 * @param neighbours which pods it wants near, apart or spread
 */
public record PodTemplate(
        List<ContainerSpec> containers,
        SortedMap<String, String> nodeSelector,
        List<NodeTerm> nodeTerms,
        List<Toleration> tolerations,
        List<String> hostPorts,
        long graceMillis,
        Labels labels,
        Neighbours neighbours) {
    /** Kubernetes' own default. */
    public static final long DEFAULT_GRACE_MILLIS = 30_000;

    public PodTemplate {
        if (containers.isEmpty()) {
            throw new IllegalArgumentException("a pod needs at least one container");
        }
        if (graceMillis < 0) {
            throw new IllegalArgumentException("grace " + graceMillis + " ms is negative");
        }
        containers = List.copyOf(containers);
        nodeSelector = Collections.unmodifiableSortedMap(new TreeMap<>(nodeSelector));
        nodeTerms = List.copyOf(nodeTerms);
        tolerations = List.copyOf(tolerations);
        hostPorts = List.copyOf(hostPorts);
    }

    /** A pod without labels and without rules about its neighbours. */
    public PodTemplate(
            List<ContainerSpec> containers,
            SortedMap<String, String> nodeSelector,
            List<NodeTerm> nodeTerms,
            List<Toleration> tolerations,
            List<String> hostPorts,
            long graceMillis) {
        this(containers, nodeSelector, nodeTerms, tolerations, hostPorts, graceMillis, Labels.NONE, Neighbours.NONE);
    }

    /** A pod that may run on any node. */
    public static PodTemplate anywhere(List<ContainerSpec> containers) {
        return new PodTemplate(containers, new TreeMap<>(), List.of(), List.of(), List.of(), DEFAULT_GRACE_MILLIS);
    }

    /** The same pod, which may take that long to end. */
    public PodTemplate withGrace(long millis) {
        return new PodTemplate(containers, nodeSelector, nodeTerms, tolerations, hostPorts, millis);
    }

    /** Requirements that a node must meet together. */
    public record NodeTerm(List<Requirement> requirements) {
        public NodeTerm {
            requirements = List.copyOf(requirements);
        }

        /**
         * One requirement on a label.
         *
         * @param key label key; {@code metadata.name} means the node's name
         * @param operator how values are compared
         * @param values sorted or single values, as the operator needs
         */
        public record Requirement(String key, Operator operator, List<String> values) {
            public Requirement {
                values = List.copyOf(values);
            }
        }

        /** Kubernetes' node selector operators. */
        public enum Operator {
            IN,
            NOT_IN,
            EXISTS,
            DOES_NOT_EXIST,
            GREATER_THAN,
            LESS_THAN
        }
    }

    /**
     * A toleration as Kubernetes reads it.
     *
     * @param key taint key; empty with {@code anyValue} tolerates all
     * @param value compared unless {@code anyValue}
     * @param anyValue operator Exists
     * @param effect {@code NoSchedule}, {@code PreferNoSchedule}, {@code NoExecute}; empty means all
     */
    public record Toleration(String key, String value, boolean anyValue, String effect) {}
}
