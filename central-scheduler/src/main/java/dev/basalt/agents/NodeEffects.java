package dev.basalt.agents;

import dev.basalt.core.machine.Effect;
import dev.basalt.loop.EffectPort;

/** Does what is to be done on nodes: limits go to the agents' streams, pods to whoever runs them. */
public final class NodeEffects implements EffectPort {
    private final EffectPort limits;
    private final EffectPort pods;

    /**
     * @param limits tells agents, as {@link AgentRegistry#run} does
     * @param pods binds and evicts
     */
    public NodeEffects(EffectPort limits, EffectPort pods) {
        this.limits = limits;
        this.pods = pods;
    }

    @Override
    public void run(Effect effect) throws Exception {
        if (effect instanceof Effect.Bind || effect instanceof Effect.Evict) {
            pods.run(effect);
        } else {
            limits.run(effect);
        }
    }
}
