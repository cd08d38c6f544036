package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The machine's state after a step, for people and tools; never changes.
 *
 * @param epoch epoch under which this process leads; 0 before the first lease
 * @param at time of the step
 * @param gate whether planning is open
 * @param policy policy in force
 * @param snapshot nodes and what is taken of them
 * @param gangs every gang, by UID
 * @param nodes every node, by name
 * @param queues every queue, by name
 * @param priorityClasses every priority class, by name
 * @param foreignPods pods that others placed on our nodes, by UID
 * @param decisions latest decisions, oldest first
 * @param refusedObjects objects that could not be understood, by kind and identity
 * @param staleEvents events ignored so far because something newer was known
 */
public record PublishedView(
        long epoch,
        Tick at,
        Gate gate,
        Policy policy,
        ClusterSnapshot snapshot,
        List<GangView> gangs,
        List<NodeView> nodes,
        List<QueueView> queues,
        List<PriorityClassView> priorityClasses,
        List<ForeignPod> foreignPods,
        List<Effect.Decision> decisions,
        List<RefusedObject> refusedObjects,
        long staleEvents) {
    public PublishedView {
        gangs = List.copyOf(gangs);
        nodes = List.copyOf(nodes);
        queues = List.copyOf(queues);
        priorityClasses = List.copyOf(priorityClasses);
        foreignPods = List.copyOf(foreignPods);
        decisions = List.copyOf(decisions);
        refusedObjects = List.copyOf(refusedObjects);
    }

    /**
     * Whether planning is open.
     *
     * @param leading true while this process holds the lease
     * @param open true when leading and everything was listed
     * @param waitsFor what lacks, for example {@code lease} or {@code list of PODS}; empty when open
     */
    public record Gate(boolean leading, boolean open, List<String> waitsFor) {
        public Gate {
            waitsFor = List.copyOf(waitsFor);
        }
    }

    /**
     * One gang.
     *
     * @param spec what its user asked for, and how it stands
     * @param priority its priority, resolved
     * @param demand what it wants placed; null when nothing
     * @param refusals why it waits, as the latest plan said; empty when it does not
     * @param members its member slots, in role and index order
     */
    public record GangView(
            GangRecord spec,
            int priority,
            @Nullable GangDemand demand,
            List<Refusal> refusals,
            List<MemberView> members) {
        public GangView {
            refusals = List.copyOf(refusals);
            members = List.copyOf(members);
        }

        public String uid() {
            return spec.gang().uid();
        }
    }

    /**
     * One member slot.
     *
     * @param task slot
     * @param podUid pod that fills it; empty when none does
     * @param placement where that pod is, with the state of each grant; null when it has no node
     */
    public record MemberView(
            TaskId task, String podUid, @Nullable PlacementRecord placement) {}

    /**
     * One node.
     *
     * @param facts specification, devices with health, whether its agent was heard and is silent
     * @param session latest session of its agent; null when none was seen
     * @param lastHeardMillis when its agent last spoke, on the scheduler's monotonic clock; 0 when never
     * @param use what its agent last measured
     * @param givingBack grants that nobody wants and that its agent has not released yet; they count as used
     */
    public record NodeView(
            NodeFacts facts,
            Event.@Nullable Session session,
            long lastHeardMillis,
            List<ObservedUse> use,
            List<Grant> givingBack) {
        public NodeView {
            use = List.copyOf(use);
            givingBack = List.copyOf(givingBack);
        }

        public String name() {
            return facts.spec().name();
        }
    }

    /**
     * One queue.
     *
     * @param used what its gangs and those of all queues below it take, GPUs as {@link ResourceVector#GPU_MILLI}
     * @param waiting its gangs that hold nothing
     * @param started its gangs that hold room
     */
    public record QueueView(Queue queue, long version, ResourceVector used, int waiting, int started) {
        public String name() {
            return queue.name();
        }
    }

    /** One priority class. */
    public record PriorityClassView(String name, int value, long version) {}

    /** A pod that another scheduler placed. */
    public record ForeignPod(String podUid, String name, String nodeName, ResourceVector requests, List<Grant> grants) {
        public ForeignPod {
            grants = List.copyOf(grants);
        }
    }

    /** An object that could not be understood. */
    public record RefusedObject(
            String source, String kind, String identity, String field, String message, long version) {}

    /** The gang of that UID, or null. */
    public @Nullable GangView gang(String uid) {
        return find(gangs, GangView::uid, uid);
    }

    /** The node of that name, or null. */
    public @Nullable NodeView node(String name) {
        return find(nodes, NodeView::name, name);
    }

    /** The queue of that name, or null. */
    public @Nullable QueueView queue(String name) {
        return find(queues, QueueView::name, name);
    }

    /**
     * What people call a pod: {@code namespace/job/task} where a gang of ours has it, else the pod's own name; of a pod
     * that is gone only its UID is left.
     */
    public String podName(String podUid, String gangUid) {
        GangView gang = gang(gangUid);
        if (gang != null) {
            String job =
                    gang.spec().gang().namespace() + "/" + gang.spec().gang().name();
            return gang.members().stream()
                    .filter(member -> member.podUid().equals(podUid))
                    .findFirst()
                    .map(member -> job + "/" + member.task().role() + "-"
                            + member.task().index())
                    .orElse(job);
        }
        ForeignPod foreign = find(foreignPods, ForeignPod::podUid, podUid);
        return foreign == null ? podUid : foreign.name();
    }

    /** Everything that wants members placed, by gang UID; what {@code Explainer} takes. */
    public List<GangDemand> demands() {
        List<GangDemand> demands = new ArrayList<>();
        for (GangView gang : gangs) {
            GangDemand demand = gang.demand();
            if (demand != null) {
                demands.add(demand);
            }
        }
        return demands;
    }

    private static <T> @Nullable T find(List<T> sorted, Function<T, String> key, String wanted) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = key.apply(sorted.get(middle)).compareTo(wanted);
            if (order == 0) {
                return sorted.get(middle);
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
