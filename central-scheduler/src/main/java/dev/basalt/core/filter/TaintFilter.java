package dev.basalt.core.filter;

import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.model.PodTemplate.Toleration;
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
            if (!taint.effect().equals("PreferNoSchedule") && !tolerates(shape, taint)) {
                return Verdict.refuse(new NodeReason.Tainted(taint.key(), taint.effect()));
            }
        }
        return Verdict.pass();
    }

    /** Whether any toleration of the shape covers the taint. */
    public static boolean tolerates(TaskShape shape, Taint taint) {
        for (Toleration toleration : shape.tolerations()) {
            boolean keyMatches =
                    toleration.key().equals(taint.key()) || (toleration.key().isEmpty() && toleration.anyValue());
            boolean valueMatches = toleration.anyValue() || toleration.value().equals(taint.value());
            boolean effectMatches =
                    toleration.effect().isEmpty() || toleration.effect().equals(taint.effect());
            if (keyMatches && valueMatches && effectMatches) {
                return true;
            }
        }
        return false;
    }
}
