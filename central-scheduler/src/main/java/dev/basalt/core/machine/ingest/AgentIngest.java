package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.AgentHello;
import dev.basalt.core.machine.Event.Session;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Doubts.Doubt;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.Deadlines;
import dev.basalt.core.machine.state.NodeEntry;
import java.util.ArrayList;
import java.util.List;

/** Agents that come, speak, fall silent and go. A node opens only when its agent has spoken under this epoch. */
final class AgentIngest {
    private final ClusterState state;
    private final HelloIngest hellos;

    AgentIngest(ClusterState state) {
        this.state = state;
        hellos = new HelloIngest(state);
    }

    void greet(AgentHello hello) {
        NodeEntry node = state.nodes().open(hello.nodeName());
        if (node.isStale(hello.session()) || hello.session().equals(node.session())) {
            state.ignored();
            return;
        }
        node.greetedBy(hello, state.nowMillis());
        state.nodes().changed(node);
        answer(node);
    }

    /** Answers a hello if that is possible now. */
    void answer(NodeEntry node) {
        AgentHello hello = node.unanswered();
        if (hello == null || !state.gate().isLeading()) {
            return;
        }
        if (hello.epochSeen() > state.gate().epoch()) {
            if (state.gate().mustRaise(hello.epochSeen())) {
                state.outbox().raise(new Effect.RaiseEpoch(state.gate().raisingTo()));
            }
            return;
        }
        if (!state.gate().isOpen()) {
            return;
        }
        hellos.compare(node, hello);
        node.opened();
        welcome(node, hello.session());
        state.nodes().changed(node);
        node.spoke(state.nowMillis());
        state.watch(node);
    }

    /** Tells an agent under which epoch it works and all that its node should hold. */
    void welcome(NodeEntry node, Session session) {
        List<Grant> desired = new ArrayList<>();
        for (Placement placement : state.room().placements().onNode(node.name())) {
            if (placement.before(Stage.EXITED)) {
                desired.addAll(placement.record().grants());
            }
        }
        for (Doubt doubt : state.room().doubts().onNode(node.name())) {
            desired.addAll(doubt.record().grants());
        }
        state.outbox()
                .answer(
                        node.name(),
                        new Effect.WelcomeAgent(
                                state.gate().epoch(), node.name(), session, state.generation(), desired));
        state.deadlines().arm(Deadlines.Kind.NODE_GIVES_BACK, node.name(), state.nowMillis());
    }

    void inventory(Event.InventoryReported report) {
        NodeEntry node = state.nodes().open(report.nodeName());
        if (node.isStale(report.session())) {
            state.ignored();
            return;
        }
        state.spoke(node);
        if (node.inventory(report)) {
            state.nodes().changed(node);
        } else {
            state.ignored();
        }
    }

    void heartbeat(Event.Heartbeat beat) {
        NodeEntry node = state.nodes().open(beat.nodeName());
        if (node.isStale(beat.session()) || !node.heartbeat(beat)) {
            state.ignored();
            return;
        }
        state.spoke(node);
        if (node.health(beat.health())) {
            state.nodes().changed(node);
        }
    }

    void gone(Event.AgentGone gone) {
        NodeEntry node = state.nodes().of(gone.nodeName());
        if (node == null || !gone.session().equals(node.session())) {
            state.ignored();
            return;
        }
        node.disconnected();
    }

    /** The timer of a node's silence went off: it is silent, or it spoke meanwhile and the timer is set anew. */
    void checkSilence(String nodeName) {
        NodeEntry node = state.nodes().of(nodeName);
        if (node == null || !node.isHeard() || node.isSilent()) {
            return;
        }
        if (node.lastHeardMillis() + state.policy().nodeSilentMillis() <= state.nowMillis()) {
            node.fellSilent();
            state.nodes().changed(node);
        } else {
            state.watch(node);
        }
    }
}
