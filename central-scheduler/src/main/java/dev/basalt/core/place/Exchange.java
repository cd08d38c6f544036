package dev.basalt.core.place;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.snapshot.NodeSet;
import java.util.List;

/** Lets one more member of a gang in by moving one that is seated already to another node. */
final class Exchange {
    private final GangTrial trial;
    private final List<NodeSet> nodesOfRole;
    private int triesLeft = Limits.EXCHANGES;

    /** @param nodesOfRole where members of each role may be */
    Exchange(GangTrial trial, List<NodeSet> nodesOfRole) {
        this.trial = trial;
        this.nodesOfRole = nodesOfRole;
    }

    /** Seats one more member of the role; false leaves all as it was. */
    boolean letIn(int role) {
        for (int position = trial.seats().size() - 1; position >= 0 && triesLeft > 0; position--) {
            GangSeat seat = trial.seats().get(position);
            if (isWorthMoving(role, seat, position) && move(role, position)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWorthMoving(int role, GangSeat seat, int position) {
        boolean sameShape = trial.board(seat.role()) == trial.board(role);
        if (sameShape || !nodesOfRole.get(role).contains(seat.node())) {
            return false;
        }
        for (int later = position + 1; later < trial.seats().size(); later++) {
            GangSeat other = trial.seats().get(later);
            if (other.node() == seat.node() && other.role() == seat.role()) {
                return false;
            }
        }
        return true;
    }

    private boolean move(int role, int position) {
        triesLeft--;
        GangSeat seat = trial.seats().get(position);
        GangTrial.Mark mark = trial.mark();
        trial.unseat(position);
        boolean swapped = trial.board(role).seats(seat.node()) > 0
                && trial.seatOn(role, seat.node(), 1) == 1
                && trial.fill(seat.role(), 1, nodesOfRole.get(seat.role())) == 1;
        if (!swapped) {
            trial.rollback(mark);
        }
        return swapped;
    }
}
