package dev.basalt.world.check;

import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.Explanation;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.Policy;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.world.FaultyWorld;
import java.util.List;

/** Liveness: once faults are over, no gang waits that would be placed if it were looked at alone. */
final class WhatFitsIsPlaced implements Check {
    @Override
    public void atEnd(FaultyWorld world) {
        PublishedView view = world.view();
        if (!view.gate().open()) {
            throw new Broken(world, "planning waits for " + view.gate().waitsFor());
        }
        for (PublishedView.GangView gang : view.gangs()) {
            GangDemand demand = gang.demand();
            if (demand != null) {
                Explanation alone = new Explainer(Policy.DEFAULT, view::podName)
                        .explain(view.snapshot(), List.of(demand), gang.uid());
                if (alone.verdict() == Explanation.Verdict.STARTS) {
                    throw new Broken(world, "gang " + gang.uid() + " fits and waits: " + gang.refusals());
                }
            }
        }
    }
}
