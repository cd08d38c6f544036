package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.plan.GangDemand;
import java.util.List;

/**
 * A gang of which some are bound, and fewer than its minimum, has a time to be completed. Then its pods are evicted
 * when it never ran, or when it lost members and another gang in that state comes before it, so that gangs that each
 * hold a part never wait for each other. One that lost members alone keeps what it has until the rest is back. Bare
 * pods, which nobody would make again, always stay.
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
        if (since != Long.MAX_VALUE && gang.gang().ownership() != PodOwnership.BARE) {
            lookAtHalfBound(look, members, since);
        }
    }

    private static void lookAtHalfBound(Look look, List<Placement> members, long sinceMillis) {
        long endMillis = sinceMillis + look.state().policy().completeGangMillis();
        if (look.nowMillis() < endMillis) {
            look.again(endMillis);
            return;
        }
        if (look.gang().hasRun() && !isBehindAnotherHalf(look)) {
            look.again(look.nowMillis() + look.state().policy().completeGangMillis());
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

    /** Whether another gang has lacked members at least as long as this one may, and comes before it. */
    private static boolean isBehindAnotherHalf(Look look) {
        GangDemand own = look.gang().demand();
        long waitedMillis = look.state().policy().completeGangMillis();
        for (GangState other : look.state().gangs().all()) {
            GangDemand demand = other.demand();
            boolean isHalf = other.halfBoundSinceMillis() != Long.MAX_VALUE
                    && look.nowMillis() - other.halfBoundSinceMillis() >= waitedMillis;
            if (isHalf && own != null && demand != null && comesBefore(demand, own)) {
                return true;
            }
        }
        return false;
    }

    private static boolean comesBefore(GangDemand left, GangDemand right) {
        return left.priority() != right.priority()
                ? left.priority() > right.priority()
                : left.arrival() < right.arrival();
    }
}
