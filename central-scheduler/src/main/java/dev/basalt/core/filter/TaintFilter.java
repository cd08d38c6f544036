package dev.basalt.core.filter;

import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes all of whose hard taints the task tolerates, as Kubernetes reads tolerations. */
public final class TaintFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        NodeSet tainted = Filter.super.narrow(shape, view, candidates.and(view.taintedNodes()));
        return candidates.andNot(view.taintedNodes()).or(tainted);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (Taint taint : view.facts(node).spec().taints()) {
            if (!taint.effect().equals("PreferNoSchedule") && !shape.tolerates(taint)) {
                return Verdict.refuse(new NodeReason.Tainted(taint.key(), taint.effect()));
            }
        }
        return Verdict.pass();
    }
}
