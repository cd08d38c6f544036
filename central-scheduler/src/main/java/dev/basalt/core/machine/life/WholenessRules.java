package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import java.util.List;

/**
 * A gang of which fewer than its minimum are bound, and that never was whole, has a time to be completed. Then its
 * managed pods are evicted; pods that others made stay (DESIGN D13).
 */
final class WholenessRules {
    private WholenessRules() {}

    static void look(Look look) {
        GangState gang = look.gang();
        List<Placement> members = Members.inSlots(gang, look.state().room().placements());
        boolean holdsAny = members.stream().anyMatch(member -> Members.isBoundOrDone(member.record()));
        boolean complete = holdsAny && Members.meetMinimum(gang.gang(), members, Members::isBoundOrDone);
        boolean whole = complete || (gang.isWhole() && holdsAny);
        long since = whole || !holdsAny ? Long.MAX_VALUE : Math.min(gang.halfBoundSinceMillis(), look.nowMillis());
        if (whole != gang.isWhole() || since != gang.halfBoundSinceMillis()) {
            look.add(new Move.Wholeness(whole, since));
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
