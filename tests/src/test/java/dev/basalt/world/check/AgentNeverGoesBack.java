package dev.basalt.world.check;

import dev.basalt.agent.limit.Revision;
import dev.basalt.core.machine.Effect;
import dev.basalt.world.FaultyAgent;
import dev.basalt.world.FaultyWorld;
import java.util.List;
import java.util.TreeMap;

/** An agent never takes an older decision after a newer one, whatever order messages come in. */
final class AgentNeverGoesBack implements Check {
    private final TreeMap<String, Revision> newest = new TreeMap<>();

    @Override
    public void afterStep(FaultyWorld world, List<Effect> effects) {
        for (FaultyAgent agent : world.agents().values()) {
            Revision now = agent.book().revision();
            Revision before = newest.put(agent.nodeName(), now);
            if (before != null && now.olderThan(before)) {
                throw new Broken(world, "agent of " + agent.nodeName() + " went back from " + before + " to " + now);
            }
        }
    }
}
