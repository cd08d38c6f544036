package dev.basalt.world.check;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.world.FaultyAgent;
import dev.basalt.world.FaultyWorld;
import java.util.List;

/** A pod is bound only after its agent has stored every grant of it. */
final class AcceptedBeforeBind implements Check {
    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Bind bind) {
                FaultyAgent agent = world.agents().get(bind.nodeName());
                for (Grant grant : bind.grants()) {
                    if (agent == null || !agent.everAccepted(grant)) {
                        throw new Broken(world, "pod " + bind.podUid() + " is bound before its agent took " + grant);
                    }
                }
            }
        }
    }
}
