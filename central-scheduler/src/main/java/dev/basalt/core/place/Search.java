package dev.basalt.core.place;

import dev.basalt.core.fit.Assignment;
import dev.basalt.core.fit.Limits;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.NodeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries every way to seat members of mixed shapes, up to {@link Limits#SEARCH_STEPS}. Members of one shape go to nodes
 * in rising order, and of nodes that look the same only the first is tried.
 */
final class Search {
    private final GangTrial trial;
    private final List<Integer> members;
    private final List<NodeSet> nodesOfRole;
    private int stepsLeft = Limits.SEARCH_STEPS;

    /** @param members role of each member to seat, equal shapes side by side, the largest first */
    Search(GangTrial trial, List<Integer> members, List<NodeSet> nodesOfRole) {
        this.trial = trial;
        this.members = members;
        this.nodesOfRole = nodesOfRole;
    }

    /** Seats all members, or none. */
    boolean seatAll() {
        return members.size() <= Limits.SEARCH_MEMBERS && seatFrom(0, 0);
    }

    private boolean seatFrom(int member, int firstNode) {
        if (member == members.size()) {
            return true;
        }
        int role = members.get(member);
        NodeSet nodes = nodesOfRole.get(role);
        List<Integer> tried = new ArrayList<>();
        for (int node = nodes.next(firstNode); node >= 0; node = nodes.next(node + 1)) {
            Board board = trial.board(role);
            if (board.seats(node) == 0 || !board.isOpen(node) || looksLikeOne(tried, node)) {
                continue;
            }
            tried.add(node);
            if (seatOn(member, node)) {
                return true;
            }
            if (stepsLeft <= 0) {
                return false;
            }
        }
        return false;
    }

    private boolean seatOn(int member, int node) {
        int role = members.get(member);
        for (Assignment devices : trial.options(role, node, Limits.DEVICE_OPTIONS)) {
            if (stepsLeft-- <= 0) {
                return false;
            }
            GangTrial.Mark mark = trial.mark();
            trial.seat(role, node, devices);
            boolean sameShapeNext = member + 1 < members.size()
                    && trial.board(members.get(member + 1)) == trial.board(role)
                    && nodesOfRole.get(members.get(member + 1)).equals(nodesOfRole.get(role));
            if (seatFrom(member + 1, sameShapeNext ? node : 0)) {
                return true;
            }
            trial.rollback(mark);
        }
        return false;
    }

    private boolean looksLikeOne(List<Integer> tried, int node) {
        if (members.stream().anyMatch(role -> trial.board(role).hasNeighbours())) {
            return false;
        }
        for (int other : tried) {
            if (sameSeats(other, node) && sameDevices(other, node) && sameResources(other, node)) {
                return true;
            }
        }
        return false;
    }

    private boolean sameSeats(int left, int right) {
        for (int member = 0; member < members.size(); member++) {
            int role = members.get(member);
            NodeSet nodes = nodesOfRole.get(role);
            if (trial.board(role).seats(left) != trial.board(role).seats(right)
                    || nodes.contains(left) != nodes.contains(right)) {
                return false;
            }
        }
        return true;
    }

    private boolean sameResources(int left, int right) {
        ClusterView view = trial.view();
        for (int resource = 0; resource < view.resourceCount(); resource++) {
            if (view.freeOf(resource, left) != view.freeOf(resource, right)) {
                return false;
            }
        }
        return view.takenPorts(left).equals(view.takenPorts(right));
    }

    private boolean sameDevices(int left, int right) {
        GpuColumns gpus = trial.view().gpus();
        if (gpus.deviceCount(left) != gpus.deviceCount(right) || gpus.freeGpus(left) != gpus.freeGpus(right)) {
            return false;
        }
        for (int slot = 0; slot < gpus.deviceCount(left); slot++) {
            if (gpus.modelId(left, slot) != gpus.modelId(right, slot)
                    || gpus.idle(left, slot) != gpus.idle(right, slot)
                    || gpus.grantableMib(left, slot) != gpus.grantableMib(right, slot)
                    || gpus.freeMib(left, slot) != gpus.freeMib(right, slot)
                    || gpus.freePermille(left, slot) != gpus.freePermille(right, slot)
                    || gpus.freeShareSlots(left, slot) != gpus.freeShareSlots(right, slot)) {
                return false;
            }
        }
        return true;
    }
}
