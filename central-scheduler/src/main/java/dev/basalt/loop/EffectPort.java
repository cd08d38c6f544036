package dev.basalt.loop;

import dev.basalt.core.machine.Effect;

/** Does effects of some kinds outside. What becomes of them arrives in the inbox. */
@FunctionalInterface
public interface EffectPort {
    /**
     * Does one effect, or hands it to what keeps trying until it is answered.
     *
     * @throws Exception when it cannot be done; whoever waits for its result is told that it failed
     */
    void run(Effect effect) throws Exception;
}
