package dev.basalt.agents;

import dev.basalt.core.machine.Effect;
import dev.basalt.loop.EffectPort;

/** Does what is to be done on nodes: limits go to the agents' streams, pods to whoever runs them. */
public final class NodeEffects implements EffectPort {
    private final AgentRegistry agents;
    private final EffectPort pods;

    /** @param pods binds and evicts */
    public NodeEffects(AgentRegistry agents, EffectPort pods) {
        this.agents = agents;
        this.pods = pods;
    }

    @Override
    public void run(Effect effect) throws Exception {
        if (effect instanceof Effect.Bind || effect instanceof Effect.Evict) {
            pods.run(effect);
        } else {
            agents.run(effect);
        }
    }
}
