package dev.basalt.agents;

import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.model.Policy;
import dev.basalt.loop.ViewBoard;

/** Views for tests of what reads them. */
public final class Views {
    private Views() {}

    /** A board that shows a scheduler which knows nothing. */
    public static ViewBoard ofNothing() {
        PublishedView nothing = new SchedulerMachine(Policy.DEFAULT).view();
        return new ViewBoard(nothing);
    }
}
