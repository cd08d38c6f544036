package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.reason.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How gangs stand. Volcano's rule ends them: when all members are over, enough successes make it COMPLETED. */
public final class Statuses {
    private final ClusterState state;

    public Statuses(ClusterState state) {
        this.state = state;
    }

    /** Works out anew how a gang stands; true when that changed. */
    public boolean refresh(GangState gang) {
        GangStatus before = gang.status();
        GangStatus now = status(gang);
        gang.status(now);
        state.ledger().gang(gang.uid());
        if (isFinal(now.phase()) && now.phase() != before.phase()) {
            state.decisions()
                    .gang(
                            Kind.ENDED,
                            gang.uid(),
                            "phase=" + now.phase() + " succeeded=" + now.succeeded() + " failed=" + now.failed());
        }
        if (isFinal(now.phase()) && gang.gang().managed()) {
            forgetOldest(gang.uid());
        }
        return !now.equals(before);
    }

    /**
     * Keeps a bounded number of ended gangs. One that is forgotten stays known as deleted, so that it never runs again.
     */
    private void forgetOldest(String justEnded) {
        String oldest = state.gangs().finish(justEnded);
        GangState gang = oldest == null ? null : state.gangs().of(oldest);
        if (oldest == null || gang == null || !isOver(gang)) {
            return;
        }
        state.versions(Listed.Kind.GANGS).acceptsDeletion(oldest, Long.MAX_VALUE);
        for (Placement placement : state.room().placements().ofGang(oldest)) {
            state.room().forget(placement.podUid());
        }
        state.removeGang(oldest);
    }

    private boolean isOver(GangState gang) {
        return state.room().placements().ofGang(gang.uid()).stream()
                .allMatch(placement -> placement.stage() == Stage.ENDED);
    }

    private GangStatus status(GangState gang) {
        int pending = 0;
        int starting = 0;
        int running = 0;
        int succeeded = 0;
        int failed = 0;
        for (Slot slot : gang.slots()) {
            PlacementRecord record = record(slot);
            if (record == null) {
                pending += gang.wants(slot.task()) ? 1 : 0;
            } else if (Members.isDone(record)) {
                succeeded += record.endedWell() ? 1 : 0;
                failed += record.endedWell() ? 0 : 1;
            } else if (record.stage().compareTo(Stage.RUNNING) < 0) {
                starting++;
            } else {
                running++;
            }
        }
        GangStatus counts = new GangStatus(Phase.PENDING, pending, starting, running, succeeded, failed, "");
        Phase phase = phase(gang, counts);
        String reason = pending == 0 || isFinal(phase) ? "" : reason(gang.refusals());
        return new GangStatus(phase, pending, starting, running, succeeded, failed, reason);
    }

    private Phase phase(GangState gang, GangStatus counts) {
        if (gang.isFinal() && gang.gang().managed()) {
            return gang.status().phase();
        }
        int done = counts.succeeded() + counts.failed();
        int total = done + counts.pending() + counts.starting() + counts.running();
        int minimum = gang.gang().minimum();
        if (done > 0 && done == total && done >= minimum) {
            return counts.succeeded() >= minimum ? Phase.COMPLETED : Phase.FAILED;
        }
        List<Placement> members = Members.inSlots(gang, state.room().placements());
        boolean runs = counts.running() > 0 || (gang.hasRun() && done > 0);
        if (runs && Members.meetMinimum(gang.gang(), members, Statuses::isRunningOrDone)) {
            return Phase.RUNNING;
        }
        if (counts.starting() + counts.running() == 0) {
            return Phase.PENDING;
        }
        return gang.hasRun() ? Phase.DEGRADED : Phase.STARTING;
    }

    private @Nullable PlacementRecord record(Slot slot) {
        Placement placement = state.room().placements().of(slot.podUid());
        return placement == null ? null : placement.record();
    }

    private static boolean isRunningOrDone(PlacementRecord record) {
        return Members.isDone(record) || record.stage() == Stage.RUNNING || record.stage() == Stage.TERMINATING;
    }

    private static boolean isFinal(Phase phase) {
        return phase == Phase.COMPLETED || phase == Phase.FAILED;
    }

    /** The first refusal as one word; for nodes that refuse, what they say. */
    private static String reason(List<Refusal> refusals) {
        if (refusals.isEmpty()) {
            return "";
        }
        return refusals.getFirst() instanceof Refusal.NodesRefused refused
                ? refused.why().getClass().getSimpleName()
                : refusals.getFirst().getClass().getSimpleName();
    }
}
