package dev.basalt.core.place;

import dev.basalt.core.filter.Filter;
import dev.basalt.core.filter.Filters;
import dev.basalt.core.fit.SeatCount;
import dev.basalt.core.place.DomainForest.Place;
import dev.basalt.core.place.GangAsk.GroupAsk;
import dev.basalt.core.place.GangAsk.RoleAsk;
import dev.basalt.core.reason.ReasonTally;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.Statement;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says why a gang has no room on the statement as it is now. To be asked when nothing more is placed: what single nodes
 * say is asked once per shape and length of the statement's log.
 */
public final class Shortfall {
    private final Boards boards;
    private final ClusterSnapshot snapshot;
    private final Supplier<DomainForest> forest;
    private final List<ShapeWhy> known = new ArrayList<>();
    private @Nullable Statement idle;

    Shortfall(Boards boards, ClusterSnapshot snapshot, Supplier<DomainForest> forest) {
        this.boards = boards;
        this.snapshot = snapshot;
        this.forest = forest;
    }

    /** What was found for one shape: why nodes refuse it now, and how many fit on each node when nothing runs. */
    private static final class ShapeWhy {
        private final TaskShape shape;
        private final int[] idleSeats;
        private final long idleTotal;
        private ReasonTally tally = new ReasonTally();
        private int tallied = -1;

        private ShapeWhy(TaskShape shape, int[] idleSeats) {
            this.shape = shape;
            this.idleSeats = idleSeats;
            idleTotal = Arrays.stream(idleSeats).asLongStream().sum();
        }
    }

    /** Why the gang waits: seats first, then what nodes say to each role that lacks some. */
    public List<Refusal> refusals(GangAsk ask, Placement placement) {
        List<Refusal> refusals = new ArrayList<>();
        if (placement instanceof Placement.NoDomain noDomain) {
            refusals.add(noDomain(ask, noDomain.group()));
        } else {
            refusals.add(tooFewSeats(ask));
        }
        for (int role : shortRoles(ask)) {
            refusals.addAll(nodesRefused(ask.roles().get(role)));
        }
        return refusals;
    }

    /** What nodes say to members of a role that still wait. */
    public List<Refusal> nodesRefused(RoleAsk role) {
        ShapeWhy why = why(role.shape());
        int now = boards.statement().mark();
        if (why.tallied != now) {
            why.tally = tally(role.shape(), boards.statement());
            why.tallied = now;
        }
        return new ArrayList<>(why.tally.refusals(role.role()));
    }

    /**
     * Seats as many of the gang's members as fit and leaves them there, so that the statement shows what the next one
     * meets.
     *
     * @return the first role of which a member is left; the last role when all fit
     */
    public RoleAsk crowd(GangAsk ask) {
        GangTrial trial = new GangTrial(boards, ask.roles(), NodeSet.none(snapshot.nodeCount()), true, true);
        RoleAsk left = ask.roles().getLast();
        List<Integer> lacking = shortRoles(ask);
        for (int role = ask.roles().size() - 1; role >= 0; role--) {
            int wanted = ask.roles().get(role).wanted();
            if (lacking.contains(role) && trial.fill(role, wanted, snapshot.allNodes()) < wanted) {
                left = ask.roles().get(role);
            }
        }
        return left;
    }

    private Refusal tooFewSeats(GangAsk ask) {
        int wanted = Math.max(ask.needed(), 1);
        int[] counts = ask.toppedUp(roleOrder(ask));
        if (ask.needed() == 0) {
            counts[0] = Math.min(1, ask.roles().getFirst().wanted());
        }
        int fitting = Math.min(wanted, fitting(ask, counts));
        return new Refusal.TooFewSeats(wanted, fitting, (int) emptyBound(wants(ask, counts), null));
    }

    private int fitting(GangAsk ask, int[] counts) {
        Board only = boards.of(ask.roles().getFirst().shape());
        if (ask.roles().size() == 1 && only.exact()) {
            return (int) Math.min(counts[0], only.total());
        }
        GangTrial trial = new GangTrial(boards, ask.roles(), NodeSet.none(snapshot.nodeCount()), true, true);
        List<NodeSet> nodes = Collections.nCopies(ask.roles().size(), snapshot.allNodes());
        return new RoleSolver(trial, nodes).countFitting(counts);
    }

    private Refusal noDomain(GangAsk ask, GroupAsk group) {
        int[] toppedUp = ask.toppedUp(roleOrder(ask));
        int[] counts = new int[ask.roles().size()];
        group.roles().forEach(role -> counts[role] = toppedUp[role]);
        String level = group.topology() == null ? "" : group.topology().level();
        List<ShapeWant> wants = wants(ask, counts);
        NodeSet everywhere = snapshot.allNodes();
        String best = "";
        int domains = 0;
        long fitting = 0;
        long fittingEmpty = 0;
        for (Place place : forest.get().atLevel(level)) {
            if (!place.containsAll(group.placedNodes())) {
                continue;
            }
            domains++;
            long here = 0;
            for (ShapeWant want : wants) {
                here += Math.min(want.members(), place.seats(want.board(), everywhere));
            }
            if (here > fitting) {
                best = place.name();
                fitting = here;
            }
            fittingEmpty = Math.max(fittingEmpty, emptyBound(wants, place));
        }
        int wanted = Arrays.stream(counts).sum();
        return new Refusal.NoDomainFits(group.name(), level, wanted, domains, best, (int) fitting, (int) fittingEmpty);
    }

    /** Members wanted of one shape, over all roles that share it. */
    private record ShapeWant(Board board, ShapeWhy why, int members) {}

    private List<ShapeWant> wants(GangAsk ask, int[] counts) {
        List<ShapeWant> wants = new ArrayList<>();
        for (int role = 0; role < counts.length; role++) {
            TaskShape shape = ask.roles().get(role).shape();
            int members = 0;
            boolean first = true;
            for (int other = 0; other < counts.length; other++) {
                if (ask.roles().get(other).shape().equals(shape)) {
                    first &= other >= role;
                    members += counts[other];
                }
            }
            if (first && members > 0) {
                wants.add(new ShapeWant(boards.of(shape), why(shape), members));
            }
        }
        return wants;
    }

    /**
     * Upper bound of the members that fit in a domain (null: on all nodes) when nothing runs there; never too small, so
     * nobody sleeps wrongly.
     */
    private static long emptyBound(List<ShapeWant> wants, @Nullable Place place) {
        long sum = 0;
        for (ShapeWant want : wants) {
            long seats = place == null ? want.why().idleTotal : idleSeats(want.why(), place);
            sum += Math.min(want.members(), seats);
        }
        return sum;
    }

    private static long idleSeats(ShapeWhy why, Place place) {
        if (place.node() >= 0) {
            return why.idleSeats[place.node()];
        }
        long sum = 0;
        NodeSet nodes = place.several();
        for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
            sum += why.idleSeats[node];
        }
        return sum;
    }

    private ShapeWhy why(TaskShape shape) {
        for (ShapeWhy why : known) {
            if (why.shape.equals(shape)) {
                return why;
            }
        }
        ShapeWhy why = new ShapeWhy(shape, countIdle(shape.withoutAvoidNodes()));
        known.add(why);
        return why;
    }

    private int[] countIdle(TaskShape shape) {
        Statement empty = idle;
        if (empty == null) {
            empty = Statement.onIdle(snapshot);
            idle = empty;
        }
        SeatCount count = new SeatCount(shape, empty);
        NodeSet allowed = Filters.narrowStatic(shape, empty);
        int[] seats = new int[empty.nodeCount()];
        for (int node = allowed.next(0); node >= 0; node = allowed.next(node + 1)) {
            seats[node] = count.on(node);
        }
        return seats;
    }

    /** Each node is counted by the first filter that refuses it; only those are asked why. */
    private static ReasonTally tally(TaskShape shape, ClusterView view) {
        ReasonTally tally = new ReasonTally();
        NodeSet passing = view.allNodes();
        for (Filter filter : Filters.ALL) {
            NodeSet left = filter.narrow(shape, view, passing);
            NodeSet refused = passing.andNot(left);
            for (int node = refused.next(0); node >= 0; node = refused.next(node + 1)) {
                if (filter.judge(shape, view, node) instanceof Filter.Verdict.Refused verdict) {
                    tally.add(verdict.why());
                }
            }
            passing = left;
        }
        return tally;
    }

    /** Roles with too few seats of their own; all that want some when each alone has enough. */
    private List<Integer> shortRoles(GangAsk ask) {
        List<Integer> lacking = new ArrayList<>();
        List<Integer> wanting = new ArrayList<>();
        int[] counts = ask.toppedUp(roleOrder(ask));
        for (int role = 0; role < counts.length; role++) {
            int wanted = ask.needed() == 0 ? ask.roles().get(role).wanted() : counts[role];
            if (wanted > 0) {
                wanting.add(role);
            }
            if (boards.of(ask.roles().get(role).shape()).total() < wanted) {
                lacking.add(role);
            }
        }
        return lacking.isEmpty() ? wanting : lacking;
    }

    private static List<Integer> roleOrder(GangAsk ask) {
        List<Integer> order = new ArrayList<>();
        for (int role = 0; role < ask.roles().size(); role++) {
            order.add(role);
        }
        return order;
    }
}
