package dev.basalt.server;

import dev.basalt.agents.AgentRegistry;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.loop.EffectRunner;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.SchedulerMetrics;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Numbers that are read off the published state when somebody asks for metrics. */
final class Gauges {
    private final SchedulerMetrics metrics;
    private final EventInbox inbox;
    private final EffectRunner runner;
    private final AgentRegistry agents;
    private final ViewBoard board;

    Gauges(SchedulerMetrics metrics, EventInbox inbox, EffectRunner runner, AgentRegistry agents, ViewBoard board) {
        this.metrics = metrics;
        this.inbox = inbox;
        this.runner = runner;
        this.agents = agents;
        this.board = board;
    }

    void register() {
        metrics.gauge("basalt.inbox.depth", "Events that wait for the loop", inbox::size);
        metrics.gauge("basalt.effects.in.flight", "Effects on their way", runner::inFlight);
        metrics.gauge("basalt.agents.connected", "Agents that are connected", agents::connected);
        view("basalt.epoch", "Epoch this scheduler leads under", PublishedView::epoch);
        view(
                "basalt.deciding",
                "1 while decisions are made",
                view -> view.gate().open() ? 1 : 0);
        view("basalt.nodes", "Nodes that are known", view -> view.nodes().size());
        view("basalt.gpus", "GPUs that are known", Gauges::gpus);
        view("basalt.queues", "Queues that are known", view -> view.queues().size());
        view("basalt.stale.events", "Events ignored because something newer was known", PublishedView::staleEvents);
        view("basalt.heartbeat.age.max.millis", "Age of the oldest last heartbeat", Gauges::oldestHeartbeat);
        for (GangStatus.Phase phase : GangStatus.Phase.values()) {
            metrics.gauge("basalt.gangs", "Gangs by phase", "phase", word(phase), () -> gangs(phase));
        }
        for (PlacementRecord.Stage stage : PlacementRecord.Stage.values()) {
            metrics.gauge("basalt.placements", "Placements by stage", "stage", word(stage), () -> placements(stage));
        }
        for (Grant.State state : Grant.State.values()) {
            metrics.gauge("basalt.grants", "Grants by state", "state", word(state), () -> grants(state));
        }
    }

    private void view(String name, String help, ToLongFunction<PublishedView> number) {
        metrics.gauge(name, help, () -> number.applyAsLong(board.view()));
    }

    private long gangs(GangStatus.Phase phase) {
        return board.view().gangs().stream()
                .filter(gang -> gang.spec().status().phase() == phase)
                .count();
    }

    private long placements(PlacementRecord.Stage stage) {
        return board.view().gangs().stream()
                .flatMap(gang -> gang.members().stream())
                .filter(member ->
                        member.placement() != null && member.placement().stage() == stage)
                .count();
    }

    private long grants(Grant.State state) {
        return board.view().gangs().stream()
                .flatMap(gang -> gang.members().stream())
                .filter(member -> member.placement() != null)
                .flatMap(member -> member.placement().grants().stream())
                .filter(grant -> grant.state() == state)
                .count();
    }

    private static long gpus(PublishedView view) {
        return view.nodes().stream()
                .mapToLong(node -> node.facts().devices().size())
                .sum();
    }

    private static long oldestHeartbeat(PublishedView view) {
        return view.nodes().stream()
                .filter(node -> node.lastHeardMillis() > 0)
                .mapToLong(node -> view.at().nowMillis() - node.lastHeardMillis())
                .max()
                .orElse(0);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
