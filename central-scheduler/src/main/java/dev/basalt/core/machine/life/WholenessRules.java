package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import java.util.List;

/**
 * A gang of which some are bound, and fewer than its minimum, has a time to be completed, whether binds failed or
 * members were lost. Then its managed pods are evicted, so that gangs that each hold a part never wait for each other;
 * pods that others made stay (DESIGN D13).
 */
final class WholenessRules {
    private WholenessRules() {}

    static void look(Look look) {
        GangState gang = look.gang();
        List<Placement> members = Members.inSlots(gang, look.state().room().placements());
        boolean holdsAny =
                members.stream().anyMatch(member -> member.stage() == Stage.BOUND || member.stage() == Stage.RUNNING);
        boolean whole = !holdsAny || Members.meetMinimum(gang.gang(), members, Members::isBoundOrDone);
        long since = whole ? Long.MAX_VALUE : Math.min(gang.halfBoundSinceMillis(), look.nowMillis());
        if (since != gang.halfBoundSinceMillis()) {
            look.add(new Move.HalfBound(since));
        }
        if (since != Long.MAX_VALUE && gang.gang().managed()) {
            lookAtHalfBound(look, members, since);
        }
    }

    private static void lookAtHalfBound(Look look, List<Placement> members, long sinceMillis) {
        long endMillis = sinceMillis + look.state().policy().completeGangMillis();
        if (look.nowMillis() < endMillis) {
            look.again(endMillis);
            return;
        }
        for (Placement member : members.reversed()) {
            if (member.stage() == Stage.BOUND || member.stage() == Stage.RUNNING) {
                look.add(new Move.End(
                        member,
                        Cause.GANG_INCOMPLETE,
                        "gang " + look.gang().gang().name() + " could not be completed in "
                                + look.state().policy().completeGangMillis() + " ms"));
            }
        }
    }
}
