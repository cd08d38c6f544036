package dev.basalt.core.plan;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.TaskId;
import java.util.List;

/**
 * One gang that wants members placed. A gang whose {@code minResources} are not zero and that holds room is passed on
 * even when it wants nothing: what it was promised and does not use yet is kept from others of its queue. It gets no
 * outcome.
 *
 * @param gang what it is
 * @param priority its priority, resolved
 * @param arrival order in which gangs arrived, unique
 * @param repairing true when it ran and has fewer than its minimum now: outranks new work of its queue and priority
 * @param wanted members with a pod and no node, in role and index order
 * @param placed members that hold room, in role and index order
 * @param avoidNodes nodes that just failed this gang (a refused grant, a failed bind), sorted
 */
public record GangDemand(
        Gang gang,
        int priority,
        long arrival,
        boolean repairing,
        List<Wanted> wanted,
        List<Placed> placed,
        List<String> avoidNodes) {
    public GangDemand {
        wanted = List.copyOf(wanted);
        placed = List.copyOf(placed);
        avoidNodes = List.copyOf(avoidNodes);
    }

    /** A member that needs a node. */
    public record Wanted(TaskId task, String podUid) {}

    /** A member that has one. */
    public record Placed(TaskId task, String podUid, String nodeName) {}
}
