package dev.basalt.core.place;

import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Seats given numbers of members of several roles together or not at all: first the largest, each where it fits best;
 * what then does not fit is let in by an exchange; if that fails too, all ways are tried within bounds. For one shape
 * the counts decide at once.
 */
final class RoleSolver {
    private final GangTrial trial;
    private final List<NodeSet> nodesOfRole;

    /** @param nodesOfRole where members of each role may be */
    RoleSolver(GangTrial trial, List<NodeSet> nodesOfRole) {
        this.trial = trial;
        this.nodesOfRole = nodesOfRole;
    }

    /** Seats {@code counts[role]} members of each role; false leaves all as it was. */
    boolean seat(int[] counts) {
        if (!enoughSeats(counts)) {
            return false;
        }
        List<Integer> order = largestFirst(counts);
        GangTrial.Mark mark = trial.mark();
        int[] missing = fillAll(order, counts);
        if (letIn(order, missing)) {
            return true;
        }
        trial.rollback(mark);
        if (isOneShape(order) && trial.board(order.getFirst()).exact()) {
            return false;
        }
        List<Integer> members = new ArrayList<>();
        for (int role : order) {
            for (int member = 0; member < counts[role]; member++) {
                members.add(role);
            }
        }
        return new Search(trial, members, nodesOfRole).seatAll();
    }

    /** Most members that one pass, largest first, seats of {@code counts}; leaves all as it was. */
    int countFitting(int[] counts) {
        GangTrial.Mark mark = trial.mark();
        int[] missing = fillAll(largestFirst(counts), counts);
        trial.rollback(mark);
        return Arrays.stream(counts).sum() - Arrays.stream(missing).sum();
    }

    /** A necessary condition that is cheap: for each shape, the seats of all nodes together. */
    private boolean enoughSeats(int[] counts) {
        List<Integer> wanting = new ArrayList<>();
        for (int role = 0; role < counts.length; role++) {
            if (counts[role] > 0) {
                wanting.add(role);
            }
        }
        for (int role : wanting) {
            Board board = trial.board(role);
            NodeSet nodes = nodesOfRole.get(role);
            long wanted = 0;
            for (int other : wanting) {
                if (trial.board(other) == board && nodesOfRole.get(other).equals(nodes)) {
                    wanted += counts[other];
                }
            }
            if (board.total(nodes) < wanted) {
                return false;
            }
        }
        return true;
    }

    private int[] fillAll(List<Integer> order, int[] counts) {
        int[] missing = counts.clone();
        for (int role : order) {
            missing[role] -= trial.fill(role, counts[role], nodesOfRole.get(role));
        }
        return missing;
    }

    private boolean letIn(List<Integer> order, int[] missing) {
        Exchange exchange = new Exchange(trial, nodesOfRole);
        for (int role : order) {
            for (int member = 0; member < missing[role]; member++) {
                boolean seated = trial.fill(role, 1, nodesOfRole.get(role)) == 1 || exchange.letIn(role);
                if (!seated) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isOneShape(List<Integer> order) {
        for (int role : order) {
            boolean same = trial.board(role) == trial.board(order.getFirst())
                    && nodesOfRole.get(role).equals(nodesOfRole.get(order.getFirst()));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Roles with members to seat: most seats taken of the cluster first, measured by how few fit. */
    private List<Integer> largestFirst(int[] counts) {
        List<Integer> order = new ArrayList<>();
        for (int role = 0; role < counts.length; role++) {
            if (counts[role] > 0) {
                order.add(role);
            }
        }
        order.sort(Comparator.comparingInt(
                        (Integer role) -> -gpuMilli(trial.board(role).shape()))
                .thenComparingLong(role -> trial.board(role).total(nodesOfRole.get(role))));
        return order;
    }

    private static int gpuMilli(TaskShape shape) {
        return shape.wholeGpus() * 1000 + shape.asks().size();
    }
}
