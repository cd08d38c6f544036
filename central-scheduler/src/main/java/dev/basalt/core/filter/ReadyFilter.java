package dev.basalt.core.filter;

import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeFacts;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/**
 * Passes nodes whose kubelet answers; for GPU tasks also the agent must have spoken under this epoch and still speak.
 */
public final class ReadyFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        NodeSet ready = candidates.and(view.readyNodes());
        return shape.asks().isEmpty() ? ready : ready.and(view.agentNodes());
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        NodeFacts facts = view.facts(node);
        if (!facts.spec().ready()) {
            return Verdict.refuse(new NodeReason.NotReady());
        }
        if (shape.asks().isEmpty()) {
            return Verdict.pass();
        }
        if (!facts.agentHeard()) {
            return Verdict.refuse(new NodeReason.AgentNotHeard());
        }
        return facts.agentSilent() ? Verdict.refuse(new NodeReason.NotReady()) : Verdict.pass();
    }
}
