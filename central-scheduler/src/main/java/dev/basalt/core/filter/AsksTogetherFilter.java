package dev.basalt.core.filter;

import dev.basalt.core.fit.DeviceFit;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes where all GPU asks of the task's containers find devices together. Shapes of one ask pass untouched. */
public final class AsksTogetherFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        return shape.asks().size() <= 1 ? candidates : Filter.super.narrow(shape, view, candidates);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        if (shape.asks().size() <= 1 || DeviceFit.first(shape, view, node, DeviceFit.Preference.DEFAULT) != null) {
            return Verdict.pass();
        }
        return Verdict.refuse(new NodeReason.AsksDoNotFitTogether(shape.asks().size()));
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
