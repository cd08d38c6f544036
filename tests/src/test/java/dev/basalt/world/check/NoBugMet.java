package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.world.FaultyWorld;
import java.util.List;

/** The core's own last resort, setting a gang aside because deciding on it failed, is never needed. */
final class NoBugMet implements Check {
    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.RecordDecision recorded
                    && recorded.decision().kind() == Effect.Decision.Kind.QUARANTINED) {
                throw new Broken(world, "the core set a gang aside: " + recorded.decision());
            }
        }
    }
}
