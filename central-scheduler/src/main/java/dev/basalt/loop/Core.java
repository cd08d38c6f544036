package dev.basalt.loop;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Tick;
import java.util.List;

/** What decides: {@code SchedulerMachine}, as the loop needs it. Called by one thread only. */
@FunctionalInterface
public interface Core {
    /** Decides on the events of one step and says what is to be done. */
    List<Effect> step(Tick tick, List<Event> events);
}
