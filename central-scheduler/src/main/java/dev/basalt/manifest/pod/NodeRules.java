package dev.basalt.manifest.pod;

import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.model.PodTemplate.Toleration;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On which nodes a pod may run: affinity, a node's name, tolerations. */
public final class NodeRules {
    /** Key that stands for a node's name. */
    private static final String NAME_KEY = "metadata.name";

    private NodeRules() {}

    /**
     * Required node affinity. In a manifest {@code spec.nodeName} is one more requirement in every term; on an API
     * server it says where the pod is already.
     */
    static List<NodeTerm> terms(Field spec, Road road) {
        Field affinity = spec.at("affinity");
        Field required = affinity.at("nodeAffinity").at("requiredDuringSchedulingIgnoredDuringExecution");
        List<NodeTerm> terms = required(required);
        if (required.present() && required.at("nodeSelectorTerms").items().isEmpty()) {
            required.error("has no term, so no node would match", "add nodeSelectorTerms or remove it");
        }
        notHandled(affinity);
        return road == Road.KUBERNETES ? terms : withNodeName(spec.at("nodeName"), terms);
    }

    /** The terms of a node selector, as affinity and volumes have it; empty when it asks nothing. */
    public static List<NodeTerm> required(Field required) {
        List<NodeTerm> terms = new ArrayList<>();
        for (Field term : required.at("nodeSelectorTerms").items()) {
            List<Requirement> requirements = new ArrayList<>();
            term.at("matchExpressions").items().forEach(each -> add(requirements, requirement(each)));
            term.at("matchFields").items().forEach(each -> add(requirements, requirement(each)));
            if (!requirements.isEmpty()) {
                terms.add(new NodeTerm(requirements));
            }
        }
        return terms;
    }

    private static void notHandled(Field affinity) {
        Field preferred = affinity.at("nodeAffinity").at("preferredDuringSchedulingIgnoredDuringExecution");
        if (preferred.present()) {
            preferred.warn("is not weighed yet", "if it were not there", "make it required");
        }
    }

    private static List<NodeTerm> withNodeName(Field nodeName, List<NodeTerm> terms) {
        if (nodeName.text("").isEmpty()) {
            return terms;
        }
        Requirement name = new Requirement(NAME_KEY, Operator.IN, List.of(nodeName.text("")));
        if (terms.isEmpty()) {
            return List.of(new NodeTerm(List.of(name)));
        }
        List<NodeTerm> named = new ArrayList<>();
        for (NodeTerm term : terms) {
            List<Requirement> requirements = new ArrayList<>(term.requirements());
            requirements.add(name);
            named.add(new NodeTerm(requirements));
        }
        return named;
    }

    private static void add(List<Requirement> requirements, @Nullable Requirement requirement) {
        if (requirement != null) {
            requirements.add(requirement);
        }
    }

    static @Nullable Requirement requirement(Field field) {
        String key = field.at("key").text("");
        List<String> values = field.at("values").texts().stream().sorted().toList();
        Operator operator = operator(field.at("operator"));
        if (operator == null) {
            return null;
        }
        if (key.isEmpty()) {
            field.at("key").error("is missing", "write the label to compare");
            return null;
        }
        boolean fits = switch (operator) {
            case IN, NOT_IN -> !values.isEmpty();
            case EXISTS, DOES_NOT_EXIST -> values.isEmpty();
            case GREATER_THAN, LESS_THAN ->
                values.size() == 1 && values.getFirst().matches("-?\\d{1,18}");
        };
        if (!fits) {
            field.at("values")
                    .error("do not suit operator " + field.at("operator").shown(), suited(operator));
            return null;
        }
        return new Requirement(key, operator, values);
    }

    private static String suited(Operator operator) {
        return switch (operator) {
            case IN, NOT_IN -> "write at least one value";
            case EXISTS, DOES_NOT_EXIST -> "remove the values";
            case GREATER_THAN, LESS_THAN -> "write exactly one whole number";
        };
    }

    private static @Nullable Operator operator(Field field) {
        return switch (field.text("")) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            case "Gt" -> Operator.GREATER_THAN;
            case "Lt" -> Operator.LESS_THAN;
            default -> {
                field.error("is no operator", "write In, NotIn, Exists, DoesNotExist, Gt or Lt");
                yield null;
            }
        };
    }

    static List<Toleration> tolerations(Field spec) {
        List<Toleration> tolerations = new ArrayList<>();
        for (Field field : spec.at("tolerations").items()) {
            String operator = field.at("operator").text("Equal");
            String key = field.at("key").text("");
            String effect = field.at("effect").text("");
            if (!List.of("Equal", "Exists").contains(operator)) {
                field.at("operator").error("is no operator", "write Equal or Exists");
            } else if (!List.of("", "NoSchedule", "PreferNoSchedule", "NoExecute")
                    .contains(effect)) {
                field.at("effect").error("is no effect", "write NoSchedule, PreferNoSchedule or NoExecute");
            } else if (key.isEmpty() && operator.equals("Equal")) {
                field.at("key").error("is missing", "write the taint's key, or operator: Exists");
            } else {
                tolerations.add(new Toleration(key, field.at("value").text(""), operator.equals("Exists"), effect));
            }
        }
        return tolerations;
    }
}
