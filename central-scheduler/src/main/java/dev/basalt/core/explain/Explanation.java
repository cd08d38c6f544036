package dev.basalt.core.explain;

import dev.basalt.core.plan.Look.QuotaUse;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.reason.WakeOn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a gang waits, or where it would go.
 *
 * @param gangUid gang
 * @param verdict what the next planning pass would do with it
 * @param queue where it stands
 * @param members how many members it needs and has
 * @param refusals why it waits; empty when nothing stands against it
 * @param nearest the node that lacks least for a member that does not fit; null when all fit or there is no node
 * @param wakes what may end the wait
 * @param holders who uses the room on the nearest node, largest first
 * @param earliestReleaseMillis when a holder is first expected to end, on the scheduler's monotonic clock; 0 if not
 *     known
 */
public record Explanation(
        String gangUid,
        Verdict verdict,
        QueueStanding queue,
        Members members,
        List<Refusal> refusals,
        @Nullable NearestFit nearest,
        List<WakeOn> wakes,
        List<Holder> holders,
        long earliestReleaseMillis) {
    public Explanation {
        refusals = List.copyOf(refusals);
        wakes = List.copyOf(wakes);
        holders = List.copyOf(holders);
    }

    /** What the next planning pass would do. */
    public enum Verdict {
        /** The gang is not among those that want something. */
        WANTS_NOTHING,
        /** At least its minimum would be placed. */
        STARTS,
        /** Room that others use now would do. */
        WAITS,
        /** No amount of freed room would do: nodes, queues or the gang must change. */
        NEVER_FITS
    }

    /**
     * Where the gang stands in its queue.
     *
     * @param queue name
     * @param position place among the waiting gangs of all queues, counted from 1; 0 when it does not wait
     * @param positionInQueue place among those of its queue, counted from 1
     * @param waitingInQueue waiting gangs of its queue
     * @param quota use of each limited resource, for the queue and its ancestors
     */
    public record QueueStanding(
            String queue, int position, int positionInQueue, int waitingInQueue, List<QuotaUse> quota) {
        public QueueStanding {
            quota = List.copyOf(quota);
        }
    }

    /** Members that exist with a pod, that hold room, and that are needed to start. */
    public record Members(int minimum, int desired, int present, int placed) {}

    /** The node that lacks least. */
    public record NearestFit(String role, String nodeName, List<NodeReason> lacks) {
        public NearestFit {
            lacks = List.copyOf(lacks);
        }
    }

    /**
     * Somebody who uses room.
     *
     * @param name what people call it, for example {@code team-a/train/worker-0}
     * @param podUid pod
     * @param gangUid its gang; empty for a pod that is not of ours
     * @param queue queue that pays; empty for a pod that is not of ours
     * @param nodeName node
     * @param gpuMilli what it costs, in thousandths of a GPU
     */
    public record Holder(String name, String podUid, String gangUid, String queue, String nodeName, int gpuMilli) {}
}
