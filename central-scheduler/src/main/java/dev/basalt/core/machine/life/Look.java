package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One look at one gang: what rules may read, and what they would do. */
final class Look {
    private final ClusterState state;
    private final GangState gang;
    private final List<Placement> placements;
    private final List<Move> moves = new ArrayList<>();
    private long againMillis = Long.MAX_VALUE;

    Look(ClusterState state, GangState gang) {
        this.state = state;
        this.gang = gang;
        placements = state.room().placements().ofGang(gang.uid());
    }

    ClusterState state() {
        return state;
    }

    GangState gang() {
        return gang;
    }

    /** All of the gang's placements, by pod UID. */
    List<Placement> placements() {
        return placements;
    }

    /** Those at one stage, by pod UID. */
    List<Placement> at(Stage stage) {
        List<Placement> at = new ArrayList<>();
        for (Placement placement : placements) {
            if (placement.stage() == stage) {
                at.add(placement);
            }
        }
        return at;
    }

    long nowMillis() {
        return state.nowMillis();
    }

    /** The node of a placement, or null when nothing was heard of it. */
    @Nullable
    NodeEntry node(Placement placement) {
        return state.nodes().of(placement.record().nodeName());
    }

    /** Whether the agent of a placement's node can be told something. */
    boolean isReachable(Placement placement) {
        NodeEntry node = node(placement);
        return node != null && node.isReachable();
    }

    /** Whether pods on a placement's node are run by its agent. */
    boolean isOnExecutor(Placement placement) {
        NodeEntry node = node(placement);
        return node != null && node.isExecutor();
    }

    void add(Move move) {
        moves.add(move);
    }

    /** Adds a move when its ask is due, and looks again when it would have to be repeated. */
    void ask(Placement placement, Ask ask, Move move) {
        if (placement.asks().isDue(ask, nowMillis())) {
            moves.add(move);
            again(nowMillis() + Limits.RESEND_MILLIS);
        } else {
            again(placement.asks().dueMillis(ask));
        }
    }

    /** Looks at the gang again at that time, whatever happens; {@link Long#MAX_VALUE} means it need not. */
    void again(long atMillis) {
        againMillis = Math.min(againMillis, atMillis);
    }

    List<Move> moves() {
        return moves;
    }

    long againMillis() {
        return againMillis;
    }
}
