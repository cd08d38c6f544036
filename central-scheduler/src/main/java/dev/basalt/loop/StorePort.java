package dev.basalt.loop;

import dev.basalt.core.machine.Effect;
import java.util.List;

/** Where the decisions of a step are kept. */
@FunctionalInterface
public interface StorePort {
    /**
     * Stores all that one step decided, atomically; it is on the disk when this returns.
     *
     * @throws RuntimeException when that failed; the scheduler then stops leading
     */
    void write(List<Effect.Persist.Change> changes, List<Effect.Decision> decisions);
}
