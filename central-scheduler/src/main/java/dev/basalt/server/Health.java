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

    /**
     * A replica is ready once it has seen the whole cluster and goes on seeing it, whether it leads or stands by.
     *
     * @param trouble what is wrong with that; empty when nothing is
     */
    static Verdict standby(SchedulingLoop loop, ViewBoard board, String trouble) {
        if (loop.ended().isDone()) {
            return live(loop);
        }
        List<String> lacks = board.view().gate().waitsFor().stream()
                .filter(what -> !what.equals("lease"))
                .toList();
        return new Verdict(
                lacks.isEmpty() && trouble.isEmpty(),
                trouble.isEmpty() ? "waits for " + String.join(", ", lacks) : trouble);
    }
}
