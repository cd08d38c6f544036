package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.world.FaultyWorld;
import java.util.List;

/** All checks of one world. */
public final class Checks {
    private final FaultyWorld world;
    private final List<Check> list = List.of(
            new NoBugMet(),
            new NoGpuGivenTwice(),
            new NoNodeOverfull(),
            new NoPlanBeforeReplay(),
            new AcceptedBeforeBind(),
            new GangStartsWhole(),
            new AgentNeverGoesBack(),
            new QueueKeepsItsCapability(),
            new CoreAgreesWithAgents(),
            new WhatFitsIsPlaced(),
            new PendingIsExplained(),
            new RestartGivesTheSame());

    public Checks(FaultyWorld world) {
        this.world = world;
    }

    public List<Check> list() {
        return list;
    }

    public void onLead() {
        list.forEach(check -> check.onLead(world));
    }

    public void onEvent(Event event) {
        list.forEach(check -> check.onEvent(world, event));
    }

    public void afterStep(List<Effect> effects) {
        list.forEach(check -> check.afterStep(world, effects));
    }

    public void atEnd() {
        list.forEach(check -> check.atEnd(world));
    }
}
