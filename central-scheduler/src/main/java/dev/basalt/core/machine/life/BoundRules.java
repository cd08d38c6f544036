package dev.basalt.core.machine.life;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.PodOwnership;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What each member needs from its bind until nothing of it is left. */
final class BoundRules {
    private BoundRules() {}

    static void look(Look look) {
        List<Placement> lastFirst = look.placements().stream()
                .sorted((left, right) ->
                        right.record().task().compareTo(left.record().task()))
                .toList();
        for (Placement placement : lastFirst) {
            switch (placement.stage()) {
                case DECIDED, ENDED -> {}
                case BINDING -> lookAtBinding(look, placement);
                case BOUND, RUNNING -> lookAtBound(look, placement);
                case TERMINATING -> lookAtTerminating(look, placement);
                case EXITED -> lookAtExited(look, placement);
            }
        }
    }

    private static void lookAtBinding(Look look, Placement placement) {
        boolean needsAgent = !placement.record().accepted() || look.isOnExecutor(placement);
        if (!placement.refusal().isEmpty()) {
            look.add(new Move.Unseat(placement, placement.refusal()));
        } else if (needsAgent && !look.isReachable(placement)) {
            lookAtUnreachable(look, placement);
        } else if (!placement.record().accepted()) {
            sendAgain(look, placement);
        } else {
            look.ask(placement, Ask.BIND, new Move.Bind(List.of(placement)));
        }
    }

    /** An agent that does not come back must not keep its gang from starting elsewhere. */
    private static void lookAtUnreachable(Look look, Placement placement) {
        long waitMillis =
                look.state().policy().nodeSilentMillis() + look.state().policy().acceptMillis();
        long since = Math.min(placement.missingSinceMillis(), look.nowMillis());
        if (placement.missingSinceMillis() == Long.MAX_VALUE) {
            look.add(new Move.Miss(placement));
        }
        if (look.nowMillis() - since >= waitMillis) {
            look.add(new Move.Unseat(placement, "its agent cannot be reached"));
        } else {
            look.again(since + waitMillis);
        }
    }

    private static void lookAtBound(Look look, Placement placement) {
        Cause cause = reasonToEnd(look, placement);
        if (cause != null) {
            look.add(new Move.End(placement, cause, detail(look.gang(), placement, cause)));
            return;
        }
        if (isLost(look, placement)) {
            look.add(new Move.Lose(placement));
            return;
        }
        if (holds(placement, Grant.State.SENT)) {
            sendAgain(look, placement);
        }
        if (holds(placement, Grant.State.ACCEPTED) && look.isReachable(placement)) {
            look.ask(placement, Ask.COMMIT, new Move.Commit(placement));
        }
        boolean mayNotHaveStarted = placement.stage() == Stage.BOUND && look.isOnExecutor(placement);
        if (mayNotHaveStarted
                && look.isReachable(placement)
                && placement.record().accepted()) {
            look.ask(placement, Ask.BIND, new Move.Bind(List.of(placement)));
        }
    }

    private static void lookAtTerminating(Look look, Placement placement) {
        if (isLost(look, placement)) {
            look.add(new Move.Lose(placement));
        } else if (!look.isOnExecutor(placement) || look.isReachable(placement)) {
            Cause known = reasonToEnd(look, placement);
            Cause cause = known == null ? Cause.GANG_INCOMPLETE : known;
            look.ask(placement, Ask.EVICT, new Move.End(placement, cause, detail(look.gang(), placement, cause)));
        }
    }

    private static void lookAtExited(Look look, Placement placement) {
        if (look.isReachable(placement)) {
            look.ask(placement, Ask.WITHDRAW, new Move.GiveBack(placement));
        }
    }

    private static void sendAgain(Look look, Placement placement) {
        if (look.isReachable(placement)) {
            look.ask(placement, Ask.GRANTS, new Move.SendGrants(placement));
        }
    }

    private static boolean isLost(Look look, Placement placement) {
        long since = placement.missingSinceMillis();
        if (since == Long.MAX_VALUE) {
            return false;
        }
        look.again(since + Limits.TASK_MISSING_MILLIS);
        return look.nowMillis() - since >= Limits.TASK_MISSING_MILLIS;
    }

    private static @Nullable Cause reasonToEnd(Look look, Placement placement) {
        GangState gang = look.gang();
        NodeEntry node = look.node(placement);
        if (gang.gang().managed() && gang.isDeleting()) {
            return Cause.GANG_DELETED;
        }
        if (gang.gang().managed() && !gang.wants(placement.record().task())) {
            return Cause.SCALED_DOWN;
        }
        Slot slot = gang.slot(placement.record().task());
        if (gang.gang().managed() && slot != null && !slot.podUid().equals(placement.podUid())) {
            return Cause.SCALED_DOWN;
        }
        if (node != null && node.isDraining()) {
            return Cause.NODE_DRAINED;
        }
        boolean comesAgain = gang.gang().ownership() != PodOwnership.BARE;
        return comesAgain && !placement.refusal().isEmpty() ? Cause.GANG_INCOMPLETE : null;
    }

    private static String detail(GangState gang, Placement placement, Cause cause) {
        String nodeName = placement.record().nodeName();
        return switch (cause) {
            case GANG_DELETED -> "gang " + gang.gang().name() + " is deleted";
            case SCALED_DOWN -> "gang " + gang.gang().name() + " needs it no more";
            case NODE_DRAINED -> "node " + nodeName + " is drained";
            case NODE_LOST -> "node " + nodeName + " is gone";
            case GANG_INCOMPLETE, PREEMPTED, RECLAIMED ->
                placement.refusal().isEmpty() ? "gang " + gang.gang().name() + " is incomplete" : placement.refusal();
        };
    }

    private static boolean holds(Placement placement, Grant.State state) {
        return placement.record().grants().stream().anyMatch(grant -> grant.state() == state);
    }
}
