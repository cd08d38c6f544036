package dev.basalt.core.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which other pods a pod wants near, which apart, and how evenly it is spread: what Kubernetes calls required pod
 * affinity and anti-affinity, and topology spread constraints that do not let a pod in.
 *
 * @param near pods of which one at least must be in the pod's domain
 * @param apart pods of which none may be in the pod's domain, whoever comes first
 * @param spread how evenly pods of a kind must be spread
 */
public record Neighbours(List<Term> near, List<Term> apart, List<Spread> spread) {
    /** No rule. */
    public static final Neighbours NONE = new Neighbours(List.of(), List.of(), List.of());

    public Neighbours {
        near = List.copyOf(near);
        apart = List.copyOf(apart);
        spread = List.copyOf(spread);
    }

    public boolean isNone() {
        return near.isEmpty() && apart.isEmpty() && spread.isEmpty();
    }

    /** Adds the keys of all labels of pods that the rules look at. */
    public void addKeysTo(SortedSet<String> keys) {
        near.forEach(term -> term.selector().addKeysTo(keys));
        apart.forEach(term -> term.selector().addKeysTo(keys));
        spread.forEach(rule -> rule.selector().addKeysTo(keys));
    }

    /**
     * Pods, and the domain in which they are looked for.
     *
     * @param topologyKey node label; nodes with the same value are one domain
     * @param namespaces namespaces of those pods, sorted; empty means all
     * @param selector labels of those pods
     */
    public record Term(String topologyKey, List<String> namespaces, Selector selector) {
        public Term {
            namespaces = namespaces.stream().sorted().toList();
        }

        /** Whether it speaks of that pod. */
        public boolean matches(Resident pod) {
            return (namespaces.isEmpty() || namespaces.contains(pod.namespace())) && selector.matches(pod.labels());
        }
    }

    /**
     * No domain may have more than {@code maxSkew} pods of a kind beyond the domain with the fewest.
     *
     * @param topologyKey node label; nodes with the same value are one domain, nodes without it are in none
     * @param maxSkew at least 1
     * @param minDomains with fewer domains than this the fewest counts as 0; at least 1
     * @param namespace namespace of those pods
     * @param selector labels of those pods
     * @param honoursAffinity whether nodes that the pod's node affinity and selector exclude are left out
     * @param honoursTaints whether nodes with taints that the pod does not tolerate are left out
     */
    public record Spread(
            String topologyKey,
            int maxSkew,
            int minDomains,
            String namespace,
            Selector selector,
            boolean honoursAffinity,
            boolean honoursTaints) {
        public Spread {
            if (maxSkew < 1 || minDomains < 1) {
                throw new IllegalArgumentException(
                        "maxSkew " + maxSkew + " and minDomains " + minDomains + " must be at least 1");
            }
        }

        /** Whether it counts that pod. */
        public boolean matches(Resident pod) {
            return namespace.equals(pod.namespace()) && selector.matches(pod.labels());
        }
    }

    /**
     * Requirements on labels that must all hold; with none, every pod matches.
     *
     * @param requirements each IN, NOT_IN, EXISTS or DOES_NOT_EXIST
     */
    public record Selector(List<PodTemplate.NodeTerm.Requirement> requirements) {
        public Selector {
            requirements = List.copyOf(requirements);
            for (PodTemplate.NodeTerm.Requirement requirement : requirements) {
                switch (requirement.operator()) {
                    case IN, NOT_IN, EXISTS, DOES_NOT_EXIST -> {}
                    case GREATER_THAN, LESS_THAN ->
                        throw new IllegalArgumentException("label " + requirement.key() + ": " + requirement.operator()
                                + " does not apply to pods");
                }
            }
        }

        public boolean matches(Labels labels) {
            for (PodTemplate.NodeTerm.Requirement requirement : requirements) {
                String value = labels.value(requirement.key());
                boolean holds = switch (requirement.operator()) {
                    case IN -> value != null && requirement.values().contains(value);
                    case NOT_IN -> value == null || !requirement.values().contains(value);
                    case EXISTS -> value != null;
                    case DOES_NOT_EXIST -> value == null;
                    case GREATER_THAN, LESS_THAN -> false;
                };
                if (!holds) {
                    return false;
                }
            }
            return true;
        }

        private void addKeysTo(SortedSet<String> keys) {
            requirements.forEach(requirement -> keys.add(requirement.key()));
        }
    }

    /**
     * What the rules of other pods see of a pod.
     *
     * @param namespace its namespace
     * @param labels its labels
     * @param apart pods that it keeps out of its domain
     */
    public record Resident(String namespace, Labels labels, List<Term> apart) {
        /** A pod that no rule can see. */
        public static final Resident NONE = new Resident("", Labels.NONE, List.of());

        public Resident {
            apart = List.copyOf(apart);
        }

        /** A gang's pods. */
        public static Resident of(String namespace, PodTemplate template) {
            return new Resident(
                    namespace, template.labels(), template.neighbours().apart());
        }

        /** With those labels alone that rules look at, so that pods which no rule tells apart are alike. */
        public Resident seenThrough(SortedSet<String> keys) {
            return new Resident(namespace, labels.only(keys), apart);
        }
    }

    /** Labels of pods, by key. Never changes, so that all pods of a template share one. */
    public static final class Labels {
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
}
