package dev.basalt.server;

import dev.basalt.loop.SchedulingLoop;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.ProbeDoor.Verdict;

/** Whether the scheduler lives, and whether it can be sent work. */
final class Health {
    private Health() {}

    static Verdict live(SchedulingLoop loop) {
        return new Verdict(!loop.ended().isDone(), "the loop has ended");
    }

    /** Ready once it leads and all that was stored is taken in. */
    static Verdict ready(SchedulingLoop loop, ViewBoard board) {
        var gate = board.view().gate();
        if (loop.ended().isDone()) {
            return live(loop);
        }
        return new Verdict(gate.open(), "waits for " + String.join(", ", gate.waitsFor()));
    }
}
