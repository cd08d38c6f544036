package dev.basalt.core.filter;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import org.jspecify.annotations.Nullable;

/**
 * Passes nodes that match one term of the task's required node affinity wholly. A term without requirements matches
 * none.
 */
public final class NodeAffinityFilter implements Filter {
    private static final String NAME_FIELD = "metadata.name";

    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return shape.nodeTerms().isEmpty() ? candidates : Filter.super.narrow(shape, view, candidates);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        if (shape.nodeTerms().isEmpty()) {
            return Verdict.pass();
        }
        for (NodeTerm term : shape.nodeTerms()) {
            if (matches(term, view.facts(node).spec())) {
                return Verdict.pass();
            }
        }
        return Verdict.refuse(new NodeReason.AffinityMismatch());
    }

    private static boolean matches(NodeTerm term, NodeSpec node) {
        for (Requirement requirement : term.requirements()) {
            String value = requirement.key().equals(NAME_FIELD) ? node.name() : node.label(requirement.key());
            if (!matches(requirement, value)) {
                return false;
            }
        }
        return !term.requirements().isEmpty();
    }

    private static boolean matches(Requirement requirement, @Nullable String value) {
        return switch (requirement.operator()) {
            case IN -> value != null && requirement.values().contains(value);
            case NOT_IN -> value == null || !requirement.values().contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> compares(requirement, value, 1);
            case LESS_THAN -> compares(requirement, value, -1);
        };
    }

    /** Whole numbers only; anything else matches nothing. */
    private static boolean compares(Requirement requirement, @Nullable String value, int sign) {
        if (value == null || requirement.values().size() != 1) {
            return false;
        }
        try {
            return Long.compare(
                            Long.parseLong(value),
                            Long.parseLong(requirement.values().getFirst()))
                    == sign;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }
}
