package dev.basalt.world.check;

import dev.basalt.agent.limit.GrantKey;
import dev.basalt.core.device.Grant;
import dev.basalt.world.FaultyAgent;
import dev.basalt.world.FaultyWorld;
import dev.basalt.world.taken.Placements;
import java.util.TreeSet;

/** Once faults are over, agents hold exactly what the core believes they hold. */
final class CoreAgreesWithAgents implements Check {
    @Override
    public void atEnd(FaultyWorld world) {
        TreeSet<String> believed = new TreeSet<>();
        for (Placements.Taking taking : Placements.taking(world.view())) {
            for (Grant grant : taking.placement().grants()) {
                if (grant.state() != Grant.State.RELEASED) {
                    believed.add(grant.key().toString());
                }
            }
        }
        TreeSet<String> held = new TreeSet<>();
        for (FaultyAgent agent : world.agents().values()) {
            for (GrantKey key : agent.book().held().keySet()) {
                held.add(new Grant.Key(key.podUid(), key.container(), key.deviceUuid()).toString());
            }
        }
        if (!believed.equals(held)) {
            TreeSet<String> onlyBelieved = new TreeSet<>(believed);
            onlyBelieved.removeAll(held);
            held.removeAll(believed);
            throw new Broken(world, "only the core believes in " + onlyBelieved + ", only agents hold " + held);
        }
    }
}
