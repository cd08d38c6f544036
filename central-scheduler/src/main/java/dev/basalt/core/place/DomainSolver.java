package dev.basalt.core.place;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.place.DomainForest.Place;
import dev.basalt.core.place.GangAsk.GroupAsk;
import dev.basalt.core.snapshot.NodeSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Seats the needed members of groups that must or should lie together: domains are tried from the one with the least
 * room to spare, nested groups inside the domain of the group around them, and when a later group finds no place an
 * earlier one moves on to its next domain.
 */
final class DomainSolver {
    private final GangTrial trial;
    private final GangAsk ask;
    private final DomainForest forest;
    private final NodeSet allowed;
    private final List<NodeSet> nodesOfRole;
    private final boolean movesGroups;
    private int triesLeft = Limits.DOMAIN_TRIES;
    private @Nullable GroupAsk failed;

    DomainSolver(GangTrial trial, GangAsk ask, DomainForest forest, NodeSet allowed) {
        this.trial = trial;
        this.ask = ask;
        this.forest = forest;
        this.allowed = allowed;
        movesGroups = countGroups(ask.groups()) <= Limits.GROUPS_MOVED;
        nodesOfRole = new ArrayList<>(Collections.nCopies(ask.roles().size(), allowed));
    }

    /**
     * Seats what every group needs; false leaves all as it was.
     *
     * @param next done when all groups have their place; when it says no, other domains are tried
     */
    boolean seatAll(BooleanSupplier next) {
        return seatGroups(mostConstrainedFirst(ask.groups()), 0, ask.groups().size(), allowed, next);
    }

    /** Where members of each role may be, once all groups found their place. */
    List<NodeSet> nodesOfRole() {
        return List.copyOf(nodesOfRole);
    }

    /** The first group with a required domain that found none; null when no such group failed. */
    @Nullable
    GroupAsk failed() {
        return failed;
    }

    private boolean seatGroups(
            List<GroupAsk> groups, int position, int stillNeeded, NodeSet nodes, BooleanSupplier next) {
        if (position == groups.size()) {
            return stillNeeded <= 0 && next.getAsBoolean();
        }
        if (!movesGroups) {
            return seatInTurn(groups, stillNeeded, nodes) && next.getAsBoolean();
        }
        GroupAsk group = groups.get(position);
        boolean seated = seatGroup(group, nodes, () -> seatGroups(groups, position + 1, stillNeeded - 1, nodes, next));
        boolean maySkip = groups.size() - position - 1 >= stillNeeded;
        return seated || (maySkip && seatGroups(groups, position + 1, stillNeeded, nodes, next));
    }

    /** Too many groups to go back to: each takes the first domain that fits. Who calls takes back what was seated. */
    private boolean seatInTurn(List<GroupAsk> groups, int needed, NodeSet nodes) {
        int seated = 0;
        for (GroupAsk group : groups) {
            seated += seatGroup(group, nodes, () -> true) ? 1 : 0;
        }
        return seated >= needed;
    }

    private boolean seatGroup(GroupAsk group, NodeSet nodes, BooleanSupplier next) {
        Topology topology = group.topology();
        if (topology == null) {
            return seatInside(group, nodes, next);
        }
        for (Place domain : candidates(group, topology, nodes)) {
            if (triesLeft-- <= 0) {
                return false;
            }
            if (seatInside(group, domain.nodesIn(nodes), next)) {
                return true;
            }
        }
        if (!topology.required()) {
            return seatInside(group, nodes, next);
        }
        if (failed == null) {
            failed = group;
        }
        return false;
    }

    private boolean seatInside(GroupAsk group, NodeSet nodes, BooleanSupplier next) {
        GangTrial.Mark mark = trial.mark();
        if (group.isOptional() || group.children().stream().anyMatch(GroupAsk::constrained)) {
            List<GroupAsk> children = mostConstrainedFirst(group.children());
            return seatGroups(children, 0, group.minimum(), nodes, next) || undone(mark);
        }
        int[] counts = new int[ask.roles().size()];
        for (int role : group.roles()) {
            counts[role] = ask.roles().get(role).needed();
            nodesOfRole.set(role, nodes);
        }
        return (new RoleSolver(trial, nodesOfRole).seat(counts) && next.getAsBoolean()) || undone(mark);
    }

    private boolean undone(GangTrial.Mark mark) {
        trial.rollback(mark);
        return false;
    }

    /** Domains that hold what is placed of the group and have room for what it needs, the tightest first. */
    private List<Place> candidates(GroupAsk group, Topology topology, NodeSet nodes) {
        List<Place> close = fitting(forest.atLevel(topology.level()), group, nodes);
        List<Place> candidates = new ArrayList<>(byRoom(close, group, nodes));
        if (!topology.required()) {
            candidates.addAll(fitting(forest.aboveLevel(topology.level()), group, nodes));
        }
        return candidates;
    }

    private List<Place> fitting(List<Place> places, GroupAsk group, NodeSet nodes) {
        long[] wanted = new long[group.roles().size()];
        Board[] boards = new Board[wanted.length];
        for (int at = 0; at < wanted.length; at++) {
            boards[at] = trial.board(group.roles().get(at));
            wanted[at] =
                    group.isOptional() ? 0 : neededOfShape(group, group.roles().get(at));
        }
        List<Place> fitting = new ArrayList<>();
        for (Place place : places) {
            boolean fits = place.containsAll(group.placedNodes());
            for (int at = 0; fits && at < wanted.length; at++) {
                fits = wanted[at] == 0 || place.seats(boards[at], nodes) >= wanted[at];
            }
            if (fits) {
                fitting.add(place);
            }
        }
        return fitting;
    }

    /** Members of the group's roles of the same shape that it needs. */
    private long neededOfShape(GroupAsk group, int role) {
        long needed = 0;
        for (int other : group.roles()) {
            needed += trial.board(other) == trial.board(role)
                    ? ask.roles().get(other).needed()
                    : 0;
        }
        return needed;
    }

    private List<Place> byRoom(List<Place> places, GroupAsk group, NodeSet nodes) {
        record Roomy(Place place, long room) {}
        List<Roomy> sorted = new ArrayList<>();
        for (Place place : places) {
            long room = 0;
            for (int role : group.roles()) {
                room += place.seats(trial.board(role), nodes);
            }
            sorted.add(new Roomy(place, room));
        }
        boolean needsNothing = needed(group) == 0;
        sorted.sort(Comparator.comparingLong(domain -> needsNothing ? -domain.room() : domain.room()));
        return sorted.stream().map(Roomy::place).toList();
    }

    /** Groups with a required domain first, then those that prefer one, then the rest; the larger first of each. */
    private List<GroupAsk> mostConstrainedFirst(List<GroupAsk> groups) {
        List<GroupAsk> sorted = new ArrayList<>(groups);
        sorted.sort(Comparator.comparingInt((GroupAsk group) -> -strictness(group))
                .thenComparingInt(group -> -needed(group)));
        return sorted;
    }

    private static int countGroups(List<GroupAsk> groups) {
        int count = groups.size();
        for (GroupAsk group : groups) {
            count += countGroups(group.children());
        }
        return count;
    }

    private static int strictness(GroupAsk group) {
        if (group.topology() != null) {
            return group.topology().required() ? 2 : 1;
        }
        return group.constrained() ? 1 : 0;
    }

    private int needed(GroupAsk group) {
        int needed = 0;
        for (int role : group.roles()) {
            needed += ask.roles().get(role).needed();
        }
        return needed;
    }
}
