package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes that take new pods. */
public final class CordonFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return candidates.and(view.openNodes());
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        return view.openNodes().contains(node) ? Verdict.pass() : Verdict.refuse(new NodeReason.Cordoned());
    }
}
