package dev.basalt.core.machine.ingest;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.state.ClusterState;

/** Hands each event to whom it concerns. */
public final class Ingest {
    private final ObjectIngest objects;
    private final AgentIngest agents;
    private final ReportIngest reports;
    private final ResultIngest results;
    private final LeadIngest lead;

    public Ingest(ClusterState state) {
        PodIngest pods = new PodIngest(state);
        NodeIngest nodes = new NodeIngest(state);
        objects = new ObjectIngest(state, pods, nodes);
        agents = new AgentIngest(state);
        reports = new ReportIngest(state);
        results = new ResultIngest(state);
        lead = new LeadIngest(state, agents);
    }

    /** Takes in one event. */
    public void take(Event event) {
        switch (event) {
            case Event.ObjectEvent object -> objects.take(object);
            case Event.AgentHello hello -> agents.greet(hello);
            case Event.InventoryReported inventory -> agents.inventory(inventory);
            case Event.Heartbeat beat -> agents.heartbeat(beat);
            case Event.AgentGone gone -> agents.gone(gone);
            case Event.GrantsReported report -> reports.grants(report);
            case Event.TaskReported report -> reports.task(report);
            case Event.ResultEvent result -> results.take(result);
            case Event.LeaseGained lease -> lead.gained(lease);
            case Event.LeaseLost lease -> lead.lost(lease);
            case Event.CountersRestored restored -> lead.restored(restored);
            case Event.GangRestored restored -> lead.restored(restored);
            case Event.PlacementRestored restored -> lead.restored(restored);
        }
    }

    /** Planning has just opened: answers agents that waited for it, and lets everything be looked at. */
    public void open() {
        lead.open();
    }

    /** Looks whether a node's agent has been silent for too long. */
    public void checkSilence(String nodeName) {
        agents.checkSilence(nodeName);
    }
}
