package dev.basalt.core.place;

import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.Assignment;
import dev.basalt.core.fit.DeviceFit;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.fit.LinkChoice;
import dev.basalt.core.place.GangAsk.RoleAsk;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.PodUse;
import dev.basalt.core.snapshot.Statement;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The seats that one gang has taken so far on a statement; every step can be taken back. */
final class GangTrial {
    private final Boards boards;
    private final Statement statement;
    private final List<RoleAsk> roles;
    private final boolean together;
    private final boolean packShares;
    private List<GangSeat> seats = new ArrayList<>();
    private final int[] hosted;

    GangTrial(Boards boards, List<RoleAsk> roles, NodeSet placedNodes, boolean together, boolean packShares) {
        this.boards = boards;
        statement = boards.statement();
        this.roles = roles;
        this.together = together;
        this.packShares = packShares;
        hosted = new int[statement.nodeCount()];
        for (int node = placedNodes.next(0); node >= 0; node = placedNodes.next(node + 1)) {
            hosted[node] = 1;
        }
    }

    /** A point to return to. */
    record Mark(int statementMark, List<GangSeat> seats) {}

    Mark mark() {
        return new Mark(statement.mark(), List.copyOf(seats));
    }

    void rollback(Mark mark) {
        statement.rollback(mark.statementMark());
        seats.forEach(seat -> hosted[seat.node()]--);
        seats = new ArrayList<>(mark.seats());
        seats.forEach(seat -> hosted[seat.node()]++);
    }

    List<GangSeat> seats() {
        return seats;
    }

    Board board(int role) {
        return boards.of(roles.get(role).shape());
    }

    /** Members of a role that are seated. */
    int seated(int role) {
        int count = 0;
        for (GangSeat seat : seats) {
            count += seat.role() == role ? 1 : 0;
        }
        return count;
    }

    /** Seats up to {@code count} members of a role on as few of the nodes as can be; says how many it seated. */
    int fill(int role, int count, NodeSet nodes) {
        List<NodeSet> domains = count > 1 ? board(role).domainsToChooseFrom() : List.of();
        return domains.isEmpty() ? fillAnywhere(role, count, nodes) : fillOneOf(domains, role, count, nodes);
    }

    /** Members that must be near each other: in the tightest domain that takes all, else in the one that takes most. */
    private int fillOneOf(List<NodeSet> domains, int role, int count, NodeSet nodes) {
        Board board = board(role);
        List<NodeSet> tightestFirst = domains.stream()
                .map(nodes::and)
                .sorted(Comparator.comparingLong(board::total))
                .toList();
        NodeSet best = nodes;
        int most = 0;
        for (NodeSet domain : tightestFirst) {
            Mark mark = mark();
            int seated = fillAnywhere(role, count, domain);
            if (seated == count) {
                return seated;
            }
            rollback(mark);
            if (seated > most) {
                most = seated;
                best = domain;
            }
        }
        return fillAnywhere(role, count, best);
    }

    private int fillAnywhere(int role, int count, NodeSet nodes) {
        Board board = board(role);
        int done = 0;
        while (done < count) {
            int node = board.best(nodes, hosted, count - done, together);
            if (node < 0) {
                break;
            }
            boolean several = together && !board.hasNeighbours();
            int most = several ? Math.min(board.seats(node), count - done) : 1;
            int seated = seatOn(role, node, most);
            if (seated == 0) {
                board.refuse(node);
            }
            done += seated;
        }
        return done;
    }

    /** Seats up to {@code count} members of a role on one node; says how many. */
    int seatOn(int role, int node, int count) {
        DeviceFit.Preference preference = new DeviceFit.Preference(packShares, block(role, node, count));
        int done = 0;
        while (done < count && board(role).isOpen(node)) {
            Assignment devices = DeviceFit.first(roles.get(role).shape(), statement, node, preference);
            if (devices == null) {
                break;
            }
            seat(role, node, devices);
            done++;
        }
        return done;
    }

    /** Different ways to seat one member on a node. */
    List<Assignment> options(int role, int node, int most) {
        DeviceFit.Preference preference = new DeviceFit.Preference(packShares, 0);
        return DeviceFit.options(roles.get(role).shape(), statement, node, preference, most);
    }

    /** Seats one member on the devices given. */
    void seat(int role, int node, Assignment devices) {
        TaskShape shape = roles.get(role).shape();
        PodUse use = new PodUse(shape.requests(), devices.use(), 0, shape.hostPorts(), shape.resident());
        statement.take(node, use);
        seats.add(new GangSeat(role, node, devices, use));
        hosted[node]++;
    }

    /** Gives one seat back. */
    void unseat(int position) {
        GangSeat seat = seats.remove(position);
        statement.giveBack(seat.node(), seat.use());
        hosted[seat.node()]--;
    }

    ClusterView view() {
        return statement;
    }

    /** Best linked GPUs for several members of one node together, so that neighbours of a gang are linked as well. */
    private long block(int role, int node, int count) {
        TaskShape shape = roles.get(role).shape();
        TaskShape.DeviceAsk ask = shape.singleAsk();
        if (count < 2 || ask == null || !(ask.request().each() instanceof PerDevice.Whole)) {
            return 0;
        }
        GpuColumns gpus = statement.gpus();
        long idle = 0;
        for (int slot = 0; slot < Math.min(gpus.deviceCount(node), Long.SIZE); slot++) {
            if (gpus.idle(node, slot) && DeviceMatch.qualifies(ask.request(), gpus, node, slot)) {
                idle |= 1L << slot;
            }
        }
        int wanted = count * ask.request().count();
        return LinkChoice.best(statement.facts(node).links(), idle, wanted);
    }
}
