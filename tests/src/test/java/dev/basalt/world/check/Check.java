package dev.basalt.world.check;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.world.FaultyWorld;
import java.util.List;

/** One rule. It throws {@link Broken} as soon as it sees that the rule does not hold. */
public interface Check {
    /** A scheduler process takes the lead. */
    default void onLead(FaultyWorld world) {}

    /** The scheduler is handed an event. */
    default void onEvent(FaultyWorld world, Event event) {}

    /** A step was made and its effects are on their way. */
    default void afterStep(FaultyWorld world, List<Effect> effects) {}

    /** Faults ended long ago. */
    default void atEnd(FaultyWorld world) {}

    /** A rule does not hold; the message says which, when, and the values. */
    final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Broken(FaultyWorld world, String what) {
            super("at " + world.nowMillis() + " ms: " + what);
        }
    }
}
