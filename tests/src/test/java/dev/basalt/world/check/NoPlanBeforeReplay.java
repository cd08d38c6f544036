package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.world.FaultyWorld;
import java.util.EnumSet;
import java.util.List;

/** A process that took the lead decides nothing before it was told everything that exists. */
final class NoPlanBeforeReplay implements Check {
    private final EnumSet<Event.Listed.Kind> missing = EnumSet.noneOf(Event.Listed.Kind.class);

    @Override
    public void onLead(FaultyWorld world) {
        missing.addAll(EnumSet.allOf(Event.Listed.Kind.class));
    }

    @Override
    public void onEvent(FaultyWorld world, Event event) {
        if (event instanceof Event.Listed listed) {
            missing.remove(listed.kind());
        }
    }

    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        for (Effect effect : effects) {
            boolean decides = effect instanceof Effect.SendGrants
                    || effect instanceof Effect.Bind
                    || effect instanceof Effect.CreatePods;
            if (decides && !missing.isEmpty()) {
                throw new Broken(world, "decided before the lists of " + missing + " were there: " + effect);
            }
        }
    }
}
