package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event.Session;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.ResourceVector;
import java.util.List;

/** Nodes that come, change and go. */
final class NodeIngest {
    private final ClusterState state;

    NodeIngest(ClusterState state) {
        this.state = state;
    }

    void apply(NodeSpec spec) {
        NodeEntry known = state.nodes().of(spec.name());
        NodeSpec old = known == null ? null : known.spec();
        if (old != null && !old.uid().equals(spec.uid())) {
            gone(spec.name());
        }
        state.nodes().apply(spec);
        for (Placement placement : state.room().placements().onNode(spec.name())) {
            state.gangs().touch(placement.record().task().gangUid());
        }
    }

    /** The node is gone: nothing of what ran there runs, and its agent starts over if it ever returns. */
    void gone(String nodeName) {
        NodeEntry node = state.nodes().of(nodeName);
        if (node == null) {
            return;
        }
        for (Placement placement : state.room().strand(nodeName)) {
            strand(placement, node);
        }
        Session session = node.session();
        if (session != null && state.gate().isLeading()) {
            state.outbox()
                    .answer(
                            nodeName,
                            new Effect.RefuseAgent(
                                    state.gate().epoch(),
                                    nodeName,
                                    session,
                                    "node " + nodeName + " was deleted. Maybe register it again, then reconnect."));
        }
        state.removeNode(nodeName);
    }

    private void strand(Placement placement, NodeEntry node) {
        PlacementRecord record = placement.record();
        List<Grant> released = record.grants().stream()
                .map(grant -> grant.in(Grant.State.RELEASED))
                .toList();
        PlacementRecord freed = record.withGrants(released);
        if (record.stage() == Stage.DECIDED) {
            state.room().advance(placement, freed, state.nowMillis());
            state.room().unseat(placement, state.nowMillis());
            return;
        }
        if (record.stage() != Stage.EXITED) {
            state.decisions().pod(Effect.Decision.Kind.ENDED, record, ResourceVector.ZERO, "cause=NODE_LOST");
            if (state.gate().isLeading() && !node.isExecutor()) {
                state.outbox()
                        .pods(new Effect.Evict(
                                state.gate().epoch(),
                                record.podUid(),
                                record.nodeName(),
                                0,
                                Effect.Evict.Cause.NODE_LOST,
                                "node " + record.nodeName() + " is gone"));
            }
            state.pods().remove(record.podUid());
            freed = freed.exited(-1, false, true);
        }
        state.room().advance(placement, freed, state.nowMillis());
    }
}
