package dev.basalt.core.place;

import dev.basalt.core.model.Policy;
import dev.basalt.core.place.GangAsk.GroupAsk;
import dev.basalt.core.place.GangAsk.RoleAsk;
import dev.basalt.core.score.Scores;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.Statement;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Places gangs one after the other on one statement: what a gang needs together or not at all, then further members
 * while there is room.
 */
public final class GangPlacer {
    private final Policy policy;
    private final Boards boards;
    private final Statement statement;
    private final Shortfall shortfall;
    private @Nullable DomainForest forest;

    public GangPlacer(ClusterSnapshot snapshot, Policy policy) {
        this.policy = policy;
        statement = Statement.on(snapshot);
        Scores scores = new Scores(policy);
        boards = new Boards(statement, scores);
        shortfall = new Shortfall(boards, snapshot, this::forest);
    }

    /** The state with all that was placed so far. */
    public Statement statement() {
        return statement;
    }

    /** Says why a gang that was not placed has no room now. */
    public Shortfall shortfall() {
        return shortfall;
    }

    /** Order of nodes in which neighbours are close to each other. */
    public int rank(int node) {
        return statement.domains().isEmpty() ? node : forest().rank(node);
    }

    /**
     * Places one gang.
     *
     * @param ask what to place
     * @param nodes where it may go, beside what its shapes allow
     * @param hosts nodes where members of it are already
     * @param gate asked before anything stays
     */
    public Placement place(GangAsk ask, NodeSet nodes, NodeSet hosts, Gate gate) {
        GangTrial trial = new GangTrial(boards, ask.roles(), hosts, policy.gangFill(), policy.sharePack());
        GangTrial.Mark begin = trial.mark();
        List<NodeSet> nodesOfRole = Collections.nCopies(ask.roles().size(), nodes);
        boolean seated;
        if (ask.constrained()) {
            DomainSolver solver = new DomainSolver(trial, ask, forest(), nodes);
            if (!solver.seatAll(() -> topUp(trial, ask, solver.nodesOfRole()))) {
                trial.rollback(begin);
                GroupAsk failed = solver.failed();
                return failed == null ? new Placement.NoRoom() : new Placement.NoDomain(failed);
            }
            nodesOfRole = solver.nodesOfRole();
            seated = true;
        } else {
            seated = seatNeeded(trial, ask, nodesOfRole);
        }
        if (!seated) {
            trial.rollback(begin);
            return new Placement.NoRoom();
        }
        if (!trial.seats().isEmpty() && !gate.admit(List.copyOf(trial.seats()))) {
            trial.rollback(begin);
            return new Placement.Barred();
        }
        seatFurther(trial, ask, nodesOfRole, gate);
        return trial.seats().isEmpty() ? new Placement.NoRoom() : new Placement.Seated(trial.seats());
    }

    /** What roles need, and as many more of any role as the gang needs over all: in role order, else the small ones. */
    private boolean seatNeeded(GangTrial trial, GangAsk ask, List<NodeSet> nodesOfRole) {
        int[] own = ask.roles().stream().mapToInt(RoleAsk::needed).toArray();
        RoleSolver solver = new RoleSolver(trial, nodesOfRole);
        if (ask.topUp() == 0) {
            return solver.seat(own);
        }
        GangTrial.Mark mark = trial.mark();
        if (solver.seat(ask.toppedUp(roleOrder(ask)))) {
            return true;
        }
        if (solver.seat(own) && topUp(trial, ask, nodesOfRole)) {
            return true;
        }
        trial.rollback(mark);
        return solver.seat(ask.toppedUp(smallFirst(trial, ask)));
    }

    /** Seats members beyond what roles need until the gang has what it needs. */
    private static boolean topUp(GangTrial trial, GangAsk ask, List<NodeSet> nodesOfRole) {
        int missing = ask.needed() - trial.seats().size();
        for (int role = 0; role < ask.roles().size() && missing > 0; role++) {
            int more = Math.min(missing, ask.roles().get(role).wanted() - trial.seated(role));
            missing -= trial.fill(role, more, nodesOfRole.get(role));
        }
        return missing <= 0;
    }

    private static void seatFurther(GangTrial trial, GangAsk ask, List<NodeSet> nodesOfRole, Gate gate) {
        for (int role = 0; role < ask.roles().size(); role++) {
            int more = ask.roles().get(role).wanted() - trial.seated(role);
            if (more > 0 && !seatMore(trial, role, more, nodesOfRole.get(role), gate)) {
                int done = 0;
                while (done < more && seatMore(trial, role, 1, nodesOfRole.get(role), gate)) {
                    done++;
                }
            }
        }
    }

    /** Seats up to {@code count} more; false when the gate bars them all or none fits. */
    private static boolean seatMore(GangTrial trial, int role, int count, NodeSet nodes, Gate gate) {
        GangTrial.Mark mark = trial.mark();
        int before = trial.seats().size();
        if (trial.fill(role, count, nodes) == 0) {
            return false;
        }
        List<GangSeat> seats = trial.seats();
        if (gate.admit(List.copyOf(seats.subList(before, seats.size())))) {
            return true;
        }
        trial.rollback(mark);
        return false;
    }

    private static List<Integer> roleOrder(GangAsk ask) {
        return IntStream.range(0, ask.roles().size()).boxed().toList();
    }

    private static List<Integer> smallFirst(GangTrial trial, GangAsk ask) {
        return roleOrder(ask).stream()
                .sorted(Comparator.comparingLong(role -> -trial.board(role).total()))
                .toList();
    }

    private DomainForest forest() {
        DomainForest known = forest;
        if (known == null) {
            known = new DomainForest(statement);
            forest = known;
        }
        return known;
    }
}
