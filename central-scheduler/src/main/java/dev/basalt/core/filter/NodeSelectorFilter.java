package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.Map;

/** Passes nodes that carry every label of the task's node selector. */
public final class NodeSelectorFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        NodeSet passing = candidates;
        for (Map.Entry<String, String> wanted : shape.nodeSelector().entrySet()) {
            passing = passing.and(view.nodesWithLabel(wanted.getKey(), wanted.getValue()));
        }
        return passing;
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (Map.Entry<String, String> wanted : shape.nodeSelector().entrySet()) {
            String label = view.facts(node).spec().label(wanted.getKey());
            if (!wanted.getValue().equals(label)) {
                return Verdict.refuse(new NodeReason.LabelMismatch(wanted.getKey(), wanted.getValue()));
            }
        }
        return Verdict.pass();
    }
}
