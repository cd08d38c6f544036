package dev.basalt.server;

import dev.basalt.loop.SchedulingLoop;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.ProbeDoor.Verdict;
import java.util.List;

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

    /** A replica is ready once it has seen the whole cluster, whether it leads or stands by. */
    static Verdict standby(SchedulingLoop loop, ViewBoard board) {
        if (loop.ended().isDone()) {
            return live(loop);
        }
        List<String> lacks = board.view().gate().waitsFor().stream()
                .filter(what -> !what.equals("lease"))
                .toList();
        return new Verdict(lacks.isEmpty(), "waits for " + String.join(", ", lacks));
    }
}
