package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.Collections;

/** Passes nodes that did not just fail the task's gang. */
public final class AvoidFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return shape.avoidNodes().isEmpty() ? candidates : Filter.super.narrow(shape, view, candidates);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        return Collections.binarySearch(shape.avoidNodes(), view.nodeName(node)) >= 0
                ? Verdict.refuse(new NodeReason.JustFailed())
                : Verdict.pass();
    }
}
