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
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
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
        int inGroup = placement instanceof Placement.NoDomain failed ? least(ask, failed.group()) : 0;
        if (placement instanceof Placement.NoDomain failed && inGroup > 0) {
            refusals.add(noDomain(ask, failed.group(), inGroup));
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
        int[] counts = ask.needed() == 0 ? wanted(ask) : ask.toppedUp(all(ask));
        int fitting = Math.min(wanted, fitting(ask, counts));
        return new Refusal.TooFewSeats(wanted, fitting, emptyBound(ask, all(ask), wanted, null));
    }

    private int fitting(GangAsk ask, int[] counts) {
        Board first = boards.of(ask.roles().getFirst().shape());
        if (ask.roles().size() == 1 && first.exact()) {
            return (int) Math.min(counts[0], first.total());
        }
        GangTrial trial = new GangTrial(boards, ask.roles(), NodeSet.none(snapshot.nodeCount()), true, true);
        List<NodeSet> nodes = Collections.nCopies(ask.roles().size(), snapshot.allNodes());
        return new RoleSolver(trial, nodes).countFitting(counts);
    }

    private Refusal noDomain(GangAsk ask, GroupAsk group, int wanted) {
        String level = group.topology() == null ? "" : group.topology().level();
        NodeSet everywhere = snapshot.allNodes();
        String best = "";
        int domains = 0;
        int fitting = 0;
        int fittingEmpty = 0;
        for (Place place : forest.get().atLevel(level)) {
            if (!place.containsAll(group.placedNodes())) {
                continue;
            }
            domains++;
            int here = bound(ask, group.roles(), wanted, why -> place.seats(boards.of(why.shape), everywhere));
            if (here > fitting) {
                best = place.name();
                fitting = here;
            }
            fittingEmpty = Math.max(fittingEmpty, emptyBound(ask, group.roles(), wanted, place));
        }
        return new Refusal.NoDomainFits(group.name(), level, wanted, domains, best, fitting, fittingEmpty);
    }

    /**
     * Members that the gang cannot place outside the group: what its roles need, and what others cannot make up for.
     */
    private static int least(GangAsk ask, GroupAsk group) {
        int[] required = ask.required();
        int inside = group.roles().stream().mapToInt(role -> required[role]).sum();
        int outside = 0;
        for (int role : all(ask)) {
            outside += group.roles().contains(role) ? 0 : ask.roles().get(role).wanted();
        }
        return Math.max(inside, ask.needed() - outside);
    }

    /**
     * At most so many of {@code wanted} members fit in a domain (null: on all nodes) when nothing runs there, in
     * whatever way the gang chooses them from those roles; never too small, so nobody sleeps wrongly.
     */
    private int emptyBound(GangAsk ask, List<Integer> roles, int wanted, @Nullable Place place) {
        return bound(ask, roles, wanted, why -> place == null ? why.idleTotal : idleSeats(why, place));
    }

    /** What roles need comes first, shape by shape; the rest may be members of any role that still has some. */
    private int bound(GangAsk ask, List<Integer> roles, int wanted, ToLongFunction<ShapeWhy> seats) {
        int[] required = ask.required();
        long needed = 0;
        long fitting = 0;
        long further = 0;
        for (ShapeWhy why : shapes(ask, roles)) {
            long neededHere = 0;
            long wantedHere = 0;
            for (int role : roles) {
                boolean same = ask.roles().get(role).shape().equals(why.shape);
                neededHere += same ? required[role] : 0;
                wantedHere += same ? ask.roles().get(role).wanted() : 0;
            }
            long here = seats.applyAsLong(why);
            needed += neededHere;
            fitting += Math.min(neededHere, here);
            further += Math.max(0, Math.min(wantedHere, here) - neededHere);
        }
        return (int) (fitting + Math.min(Math.max(0, wanted - needed), further));
    }

    private List<ShapeWhy> shapes(GangAsk ask, List<Integer> roles) {
        return roles.stream()
                .map(role -> why(ask.roles().get(role).shape()))
                .distinct()
                .toList();
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
            IntFunction<Filter.Verdict> verdicts = filter.verdicts(shape, view);
            for (int node = refused.next(0); node >= 0; node = refused.next(node + 1)) {
                if (verdicts.apply(node) instanceof Filter.Verdict.Refused verdict) {
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
        int[] counts = ask.needed() == 0 ? wanted(ask) : ask.toppedUp(all(ask));
        for (int role = 0; role < counts.length; role++) {
            int wanted = counts[role];
            if (wanted > 0) {
                wanting.add(role);
            }
            if (boards.of(ask.roles().get(role).shape()).total() < wanted) {
                lacking.add(role);
            }
        }
        return lacking.isEmpty() ? wanting : lacking;
    }

    private static int[] wanted(GangAsk ask) {
        return ask.roles().stream().mapToInt(RoleAsk::wanted).toArray();
    }

    private static List<Integer> all(GangAsk ask) {
        return IntStream.range(0, ask.roles().size()).boxed().toList();
    }
}
