package dev.basalt.core.filter;

import dev.basalt.core.neighbour.Neighbourhood;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.function.IntFunction;

/** Passes nodes that the rules about neighbours (pod affinity, anti-affinity and spread, of all pods) leave open. */
public final class NeighbourFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return shape.hasNeighbours() ? Filters.neighbourhood(shape, view).open(candidates) : candidates;
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        return verdicts(shape, view).apply(node);
    }

    @Override
    public IntFunction<Verdict> verdicts(TaskShape shape, ClusterView view) {
        if (!shape.hasNeighbours()) {
            return node -> Verdict.pass();
        }
        Neighbourhood neighbourhood = Filters.neighbourhood(shape, view);
        return node -> {
            NodeReason closed = neighbourhood.reason(node);
            return closed == null ? Verdict.pass() : Verdict.refuse(closed);
        };
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
