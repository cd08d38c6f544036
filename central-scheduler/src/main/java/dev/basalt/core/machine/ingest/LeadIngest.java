package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.Event.Session;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import java.util.ArrayList;
import java.util.List;

/** Leases that come and go, and what the ledger kept over a restart. */
final class LeadIngest {
    /** Version of what the ledger restores: older than whatever a source says. */
    private static final long RESTORED = Long.MIN_VALUE + 1;

    private final ClusterState state;
    private final AgentIngest agents;

    LeadIngest(ClusterState state, AgentIngest agents) {
        this.state = state;
        this.agents = agents;
    }

    void gained(Event.LeaseGained lease) {
        boolean led = state.gate().isLeading();
        if (!state.gate().gains(lease.epoch())) {
            state.ignored();
            return;
        }
        state.ledger().epoch();
        for (NodeEntry node : new ArrayList<>(state.nodes().all())) {
            Session session = node.session();
            if (led && node.isReachable() && session != null) {
                agents.welcome(node, session);
            }
            agents.answer(node);
        }
    }

    /** Agents must speak anew under the next lease: another leader may have told them otherwise meanwhile. */
    void lost(Event.LeaseLost lease) {
        if (!state.gate().loses(lease.epoch())) {
            state.ignored();
            return;
        }
        for (NodeEntry node : new ArrayList<>(state.nodes().all())) {
            node.forgetAgent();
            state.nodes().changed(node);
        }
    }

    void open() {
        for (NodeEntry node : new ArrayList<>(state.nodes().all())) {
            agents.answer(node);
        }
        for (GangState gang : state.gangs().all()) {
            state.gangs().touch(gang.uid());
        }
        state.wake().clusterChanged();
    }

    void restored(Event.CountersRestored restored) {
        state.continueFrom(restored.counters());
    }

    void restored(Event.GangRestored restored) {
        GangRecord record = restored.gang();
        if (state.gangs().of(record.gang().uid()) != null
                || !state.versions(Listed.Kind.GANGS).accepts(record.gang().uid(), record.version())) {
            state.ignored();
            return;
        }
        state.restoreGang(record);
    }

    void restored(Event.PlacementRestored restored) {
        PlacementRecord record = restored.placement();
        GangState gang = state.gangs().of(record.task().gangUid());
        if (gang == null
                || state.room().placements().of(record.podUid()) != null
                || !state.versions(Listed.Kind.PODS).accepts(record.podUid(), RESTORED)) {
            state.ignored();
            return;
        }
        long generation = 0;
        List<Grant> unsure = new ArrayList<>();
        for (Grant grant : record.grants()) {
            boolean over = grant.state() == Grant.State.RELEASED;
            unsure.add(over ? grant : grant.in(Grant.State.SENT));
            generation = Math.max(generation, grant.generation());
        }
        state.continueFrom(new Counters(0, generation, 0));
        Placement placement = state.room().take(record.withGrants(unsure), generation);
        placement.stored();
        Slot slot = gang.openSlot(record.task());
        if (slot.isEmpty() && !record.lost()) {
            slot.fill(record.podUid());
        }
        if (placement.before(Stage.EXITED)) {
            state.pods().put(pod(record));
        }
    }

    /** The pod as far as the ledger knows it; where an API server keeps pods, its own view replaces this one. */
    private static PodView pod(PlacementRecord record) {
        return new PodView(
                record.podUid(),
                record.podUid(),
                record.task(),
                "",
                PodView.Phase.PENDING,
                false,
                "",
                record.requests(),
                List.of(),
                0);
    }
}
