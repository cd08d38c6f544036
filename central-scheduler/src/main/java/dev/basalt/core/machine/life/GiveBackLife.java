package dev.basalt.core.machine.life;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.Deadlines;
import dev.basalt.core.machine.state.NodeEntry;
import java.util.List;

/** Asks agents for grants that nobody wants, again and again until they are released. */
public final class GiveBackLife {
    private final ClusterState state;

    public GiveBackLife(ClusterState state) {
        this.state = state;
    }

    /** Asks one node's agent, if it can be reached; when it comes back it is asked then. */
    public void ask(String nodeName) {
        state.room().endOldDoubts(nodeName, state.nowMillis());
        NodeEntry node = state.nodes().of(nodeName);
        List<Grant> grants = state.room().giveBacks().onNode(nodeName);
        if (grants.isEmpty()
                || node == null
                || !node.isReachable()
                || !state.gate().isOpen()) {
            return;
        }
        grants.forEach(state.outbox()::withdraw);
        state.deadlines().arm(Deadlines.Kind.NODE_GIVES_BACK, nodeName, state.nowMillis() + Limits.RESEND_MILLIS);
    }
}
