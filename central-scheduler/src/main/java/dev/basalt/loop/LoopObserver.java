package dev.basalt.loop;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Tick;
import java.util.List;

/** Told of each step after it is stored, on the loop's thread; must be quick and must not throw. */
@FunctionalInterface
public interface LoopObserver {
    void stepped(Step step);

    /**
     * One step.
     *
     * @param number counts steps of this process from 1
     * @param tick its time
     * @param eventCount events it took
     * @param effects what it decided
     * @param decideNanos time the core took
     * @param storeNanos time storing took; 0 when there was nothing to store
     */
    record Step(long number, Tick tick, int eventCount, List<Effect> effects, long decideNanos, long storeNanos) {
        public Step {
            effects = List.copyOf(effects);
        }
    }
}
