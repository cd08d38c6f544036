package dev.basalt.manifest.pod;

import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.Neighbours.Selector;
import dev.basalt.core.model.Neighbours.Spread;
import dev.basalt.core.model.Neighbours.Term;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Findings;
import dev.basalt.manifest.text.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Pod affinity, anti-affinity and topology spread, and the labels that they look at. */
public final class NeighbourRules {
    /** Labels by which controllers tell the pods of one template apart; a template does not have them. */
    private static final List<String> OF_ONE_POD = List.of(
            "apps.kubernetes.io/pod-index",
            "batch.kubernetes.io/job-completion-index",
            "leaderworkerset.sigs.k8s.io/worker-index",
            "replica-index",
            "spark-exec-id",
            "statefulset.kubernetes.io/pod-name",
            "training.kubeflow.org/replica-index",
            "volcano.sh/task-index");

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final Field spec;
    private final String namespace;
    private final Labels labels;

    /** @param namespace namespace of the pod */
    NeighbourRules(Field pod, String namespace) {
        spec = pod.at("spec");
        this.namespace = namespace;
        SortedMap<String, String> written = pod.at("metadata").at("labels").textMap();
        written.keySet().removeAll(OF_ONE_POD);
        labels = Labels.of(written);
    }

    /**
     * What other pods' rules see of a pod that nothing is wrong about: where it speaks of namespaces by their labels,
     * it keeps its distance in all of them.
     */
    public static Resident resident(Field pod, String namespace) {
        Value value = pod.value();
        if (value == null) {
            return Resident.NONE;
        }
        NeighbourRules rules = new NeighbourRules(Field.root(value, new Findings("Pod")), namespace);
        return new Resident(
                namespace, rules.labels, rules.terms(rules.spec.at("affinity").at("podAntiAffinity")));
    }

    /** Labels that all pods of the template share. */
    Labels labels() {
        return labels;
    }

    Neighbours read() {
        Field affinity = spec.at("affinity");
        List<Term> near = terms(affinity.at("podAffinity"));
        List<Term> apart = terms(affinity.at("podAntiAffinity"));
        List<Spread> spread = new ArrayList<>();
        for (Field rule : spec.at("topologySpreadConstraints").items()) {
            Spread read = spread(rule);
            if (read != null) {
                spread.add(read);
            }
        }
        return new Neighbours(near, apart, spread);
    }

    private List<Term> terms(Field rules) {
        Field preferred = rules.at(PREFERRED);
        if (!preferred.items().isEmpty()) {
            preferred.warn("is not weighed yet", "if it were not there", "make it required");
        }
        List<Term> terms = new ArrayList<>();
        for (Field term : rules.at(REQUIRED).items()) {
            String topologyKey = topologyKey(term);
            Selector selector = selector(term);
            List<String> namespaces = namespaces(term);
            if (selector != null && !topologyKey.isEmpty()) {
                terms.add(new Term(topologyKey, namespaces, selector));
            }
        }
        return terms;
    }

    private @Nullable Spread spread(Field rule) {
        String when = rule.at("whenUnsatisfiable").text("DoNotSchedule");
        if (when.equals("ScheduleAnyway")) {
            rule.warn("is not weighed yet", "if it were not there", "write whenUnsatisfiable: DoNotSchedule");
            return null;
        }
        if (!when.equals("DoNotSchedule")) {
            rule.at("whenUnsatisfiable").error("is unknown", "write DoNotSchedule or ScheduleAnyway");
            return null;
        }
        int maxSkew = rule.at("maxSkew").whole(1, 1, 1_000_000);
        int minDomains = rule.at("minDomains").whole(1, 1, 1_000_000);
        boolean affinity = honours(rule.at("nodeAffinityPolicy"), "Honor");
        boolean taints = honours(rule.at("nodeTaintsPolicy"), "Ignore");
        String topologyKey = topologyKey(rule);
        Selector selector = selector(rule);
        return selector == null || topologyKey.isEmpty()
                ? null
                : new Spread(topologyKey, maxSkew, minDomains, namespace, selector, affinity, taints);
    }

    private static boolean honours(Field policy, String fallback) {
        return switch (policy.text(fallback)) {
            case "Honor" -> true;
            case "Ignore" -> false;
            default -> {
                policy.error("is unknown", "write Honor or Ignore");
                yield false;
            }
        };
    }

    private static String topologyKey(Field rule) {
        String key = rule.at("topologyKey").text("");
        if (key.isEmpty()) {
            rule.at("topologyKey").error("is missing", "write a node label, for example kubernetes.io/hostname");
        }
        return key;
    }

    /** Own namespace unless others are named; an empty list stands for all. */
    private List<String> namespaces(Field term) {
        Field selector = term.at("namespaceSelector");
        List<String> named = term.at("namespaces").texts();
        if (!selector.present()) {
            return named.isEmpty() ? List.of(namespace) : named;
        }
        if (!selector.keys().isEmpty()) {
            selector.error("picks namespaces by their labels, which is not handled", "name them in namespaces");
        }
        return List.of();
    }

    /** Null when the rule matches no pod, or cannot be read. */
    private @Nullable Selector selector(Field rule) {
        Field selector = rule.at("labelSelector");
        if (!selector.present()) {
            selector.error("is missing, so no pod would match", "write the labels of the pods that are meant");
            return null;
        }
        List<Requirement> requirements = new ArrayList<>();
        selector.at("matchLabels")
                .textMap()
                .forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, List.of(value))));
        for (Field expression : selector.at("matchExpressions").items()) {
            Requirement requirement = NodeRules.requirement(expression);
            if (requirement != null) {
                requirements.add(requirement);
            }
        }
        addOwn(requirements, rule.at("matchLabelKeys"), Operator.IN);
        addOwn(requirements, rule.at("mismatchLabelKeys"), Operator.NOT_IN);
        for (Requirement requirement : requirements) {
            if (OF_ONE_POD.contains(requirement.key())) {
                selector.error(
                        "looks at label " + requirement.key() + ", which differs from pod to pod of one template,"
                                + " and that is not handled",
                        "use a label that they share");
                return null;
            }
            if (requirement.operator() == Operator.GREATER_THAN || requirement.operator() == Operator.LESS_THAN) {
                selector.error("compares a label as a number, which pods' labels are not", "write In or NotIn");
                return null;
            }
        }
        return new Selector(requirements);
    }

    private void addOwn(List<Requirement> requirements, Field keys, Operator operator) {
        for (String key : keys.texts()) {
            String own = labels.value(key);
            if (own != null) {
                requirements.add(new Requirement(key, operator, List.of(own)));
            }
        }
    }
}
