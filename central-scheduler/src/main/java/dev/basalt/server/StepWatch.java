package dev.basalt.server;

import dev.basalt.core.machine.Effect;
import dev.basalt.loop.LoopObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** After each step: shows the new state, notes when things happened, counts, and logs one line per decision. */
final class StepWatch implements LoopObserver {
    private static final Logger LOG = LoggerFactory.getLogger("dev.basalt.decisions");

    private final Foundation base;
    private final Consumer<List<String>> podsGone;

    StepWatch(Foundation base, Consumer<List<String>> podsGone) {
        this.base = base;
        this.podsGone = podsGone;
    }

    @Override
    public void stepped(Step step) {
        base.times.stepped(step);
        base.board.show(base.machine.view());
        base.metrics.stepped(step.decideNanos(), step.storeNanos());
        base.metrics.count("basalt.events", step.eventCount());
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
            podsGone.accept(gonePods);
        }
    }

    private void decided(Effect.Decision decision, long cycle) {
        String kind = decision.kind().name().toLowerCase(Locale.ROOT);
        base.metrics.count("basalt.decisions", "kind", kind, 1);
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
