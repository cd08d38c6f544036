package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes where none of the task's host ports is taken. */
public final class HostPortFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return shape.hostPorts().isEmpty() ? candidates : Filter.super.narrow(shape, view, candidates);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (String port : shape.hostPorts()) {
            if (view.takenPorts(node).contains(port)) {
                return Verdict.refuse(new NodeReason.PortTaken(port));
            }
        }
        return Verdict.pass();
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
