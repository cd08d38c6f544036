package dev.basalt.server;

import dev.basalt.admin.show.Times;
import dev.basalt.agents.executor.Executors;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.loop.LoopObserver;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.SchedulerMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** After each step: shows the new state, notes when things happened, counts, and logs one line per decision. */
final class StepWatch implements LoopObserver {
    private static final Logger LOG = LoggerFactory.getLogger("dev.basalt.decisions");

    private final SchedulerMachine machine;
    private final ViewBoard board;
    private final Times times;
    private final Executors executors;
    private final SchedulerMetrics metrics;

    StepWatch(SchedulerMachine machine, ViewBoard board, Times times, Executors executors, SchedulerMetrics metrics) {
        this.machine = machine;
        this.board = board;
        this.times = times;
        this.executors = executors;
        this.metrics = metrics;
    }

    @Override
    public void stepped(Step step) {
        times.stepped(step);
        board.show(machine.view());
        metrics.stepped(step.decideNanos(), step.storeNanos());
        metrics.count("basalt.events", step.eventCount());
        List<String> gonePods = new ArrayList<>();
        for (Effect effect : step.effects()) {
            if (effect instanceof Effect.RecordDecision recorded) {
                decided(recorded.decision(), step.number());
            } else if (effect instanceof Effect.Persist persist) {
                for (Effect.Persist.Change change : persist.changes()) {
                    if (change instanceof Effect.Persist.RemovePlacement removed) {
                        gonePods.add(removed.podUid());
                    }
                }
            }
        }
        if (!gonePods.isEmpty()) {
            executors.release(gonePods);
        }
    }

    private void decided(Effect.Decision decision, long cycle) {
        String kind = decision.kind().name().toLowerCase(Locale.ROOT);
        metrics.count("basalt.decisions", "kind", kind, 1);
        LOG.info(
                "{} gang={} pod={} node={} gpus={} cycle={} {}",
                kind,
                decision.gangUid(),
                decision.podUid(),
                decision.nodeName(),
                decision.deviceUuids().size(),
                cycle,
                decision.detail());
    }
}
