package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Hold;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;

/**
 * Something to be done outside. The runner stores the one {@link Persist} of a step, which comes first, in one synced
 * batch before it does anything else of that step; the other effects may run in parallel, in order per node. Each
 * carries the epoch that decided it.
 *
 * <p>Every effect may be repeated and must then do nothing new: agents key grants by pod, container, device and
 * generation, executors and binders key pods by UID. Effects of a step come in this order: Persist, RaiseEpoch, then by
 * node name RefuseAgent, WelcomeAgent, WithdrawGrants, SendGrants, CommitGrants, then in the order they were decided
 * CreatePods, DeletePod, Evict and Bind, then ReportStatus, RecordDecision, Mirror.
 */
public sealed interface Effect {
    long epoch();

    /** Keep or forget records; all of a step are one atomic, synced batch. */
    record Persist(long epoch, List<Change> changes) implements Effect {
        public Persist {
            changes = List.copyOf(changes);
        }

        /** One change of the ledger. */
        public sealed interface Change {}

        /** The leader's epoch. */
        public record PutEpoch(long epoch) implements Change {}

        /** Where decisions, generations and arrivals stand; see {@link Event.CountersRestored}. */
        public record PutCounters(Counters counters) implements Change {}

        public record PutGang(GangRecord gang) implements Change {}

        public record RemoveGang(String gangUid) implements Change {}

        public record PutQueue(Queue queue, long version) implements Change {}

        public record RemoveQueue(String queueName) implements Change {}

        public record PutPriorityClass(String name, int value, long version) implements Change {}

        public record RemovePriorityClass(String name) implements Change {}

        public record PutPlacement(PlacementRecord placement) implements Change {}

        public record RemovePlacement(String podUid) implements Change {}

        public record PutHold(Hold hold) implements Change {}

        public record RemoveHold(String holdId) implements Change {}
    }

    /** Answer to a hello: the node may work under this epoch; {@code desired} is all it should hold. */
    record WelcomeAgent(long epoch, String nodeName, Event.Session session, long generation, List<Grant> desired)
            implements Effect {
        public WelcomeAgent {
            desired = List.copyOf(desired);
        }
    }

    /** Refuse a hello, with a reason for its operator. */
    record RefuseAgent(long epoch, String nodeName, Event.Session session, String reason) implements Effect {}

    /** Ask a node's agent to accept grants, within {@code deadlineMillis} of its own clock. */
    record SendGrants(long epoch, String nodeName, long generation, List<Grant> grants, long deadlineMillis)
            implements Effect {
        public SendGrants {
            grants = List.copyOf(grants);
        }
    }

    /** The pods of these grants are bound: no deadline ends them any more. */
    record CommitGrants(long epoch, String nodeName, long generation, List<Grant.Key> keys) implements Effect {
        public CommitGrants {
            keys = List.copyOf(keys);
        }
    }

    /** Give back grants of that generation and older; answered by a report that they are released. */
    record WithdrawGrants(long epoch, String nodeName, long generation, List<Grant.Key> keys) implements Effect {
        public WithdrawGrants {
            keys = List.copyOf(keys);
        }
    }

    /** Create pods for empty member slots of a managed gang; answered by {@link Event.PodObserved} for each. */
    record CreatePods(long epoch, String gangUid, List<PodAsk> pods) implements Effect {
        public CreatePods {
            pods = List.copyOf(pods);
        }

        /**
         * A pod for a slot. Each later pod of the slot has a higher incarnation; the first has 0. Asking twice makes
         * one.
         */
        public record PodAsk(TaskId task, int incarnation) {}
    }

    /** Bind a pod to a node; in standalone mode: run it there. Answered by BindDone or BindFailed. */
    record Bind(
            long epoch,
            String gangUid,
            TaskId task,
            String podUid,
            String nodeName,
            long generation,
            List<Grant> grants,
            int rank,
            int worldSize,
            List<ContainerSpec> containers,
            long declaredRunMillis,
            long graceMillis)
            implements Effect {
        public Bind {
            grants = List.copyOf(grants);
            containers = List.copyOf(containers);
        }
    }

    /** End a pod; answered by EvictDone or EvictFailed, and in the end by PodGone. */
    record Evict(long epoch, String podUid, String nodeName, long graceMillis, Cause cause, String detail)
            implements Effect {
        /** Why a pod is ended. */
        public enum Cause {
            GANG_DELETED,
            SCALED_DOWN,
            NODE_DRAINED,
            NODE_LOST,
            GANG_INCOMPLETE,
            PREEMPTED,
            RECLAIMED
        }
    }

    /** Remove a pod object that never ran and is not needed (managed gangs only). */
    record DeletePod(long epoch, String podUid) implements Effect {}

    /** Tell the world how a gang stands; sent only when it changed. */
    record ReportStatus(long epoch, String gangUid, GangStatus status) implements Effect {}

    /** Keep one decision for history. */
    record RecordDecision(long epoch, Decision decision) implements Effect {}

    /** Write this epoch into the lease and welcome all agents again: an agent has seen a higher one. */
    record RaiseEpoch(long epoch) implements Effect {}

    /** Mirror holds and decayed use outside the store (Kubernetes mode). */
    record Mirror(long epoch, List<Hold> holds) implements Effect {
        public Mirror {
            holds = List.copyOf(holds);
        }
    }

    /**
     * How a gang stands.
     *
     * @param phase where it is
     * @param pending members without a node
     * @param starting members decided or bound that do not run yet
     * @param running members running
     * @param succeeded members that ended well
     * @param failed members that ended badly
     * @param reason why it waits, as one machine-readable word; empty when it does not
     */
    record GangStatus(Phase phase, int pending, int starting, int running, int succeeded, int failed, String reason) {
        /** Phases of a gang; the last two are final. */
        public enum Phase {
            /** Holds nothing. */
            PENDING,
            /** Decided; fewer than its minimum run. */
            STARTING,
            RUNNING,
            /** Was running and has fewer than its minimum now. */
            DEGRADED,
            COMPLETED,
            FAILED
        }
    }

    /**
     * One decision, as history and events print it.
     *
     * @param id rises by one with each decision
     * @param wallMillis Unix time
     * @param kind what was decided
     * @param gangUid gang; empty when it concerns none
     * @param podUid pod; empty when it concerns a whole gang
     * @param nodeName node; empty when none
     * @param deviceUuids devices, in rank order
     * @param use what it charges its queue
     * @param detail numbers and names that explain it, as {@code key=value} words
     */
    record Decision(
            long id,
            long wallMillis,
            Kind kind,
            String gangUid,
            String podUid,
            String nodeName,
            List<String> deviceUuids,
            ResourceVector use,
            String detail) {
        public Decision {
            deviceUuids = List.copyOf(deviceUuids);
        }

        /** Kinds of decision. */
        public enum Kind {
            ADMITTED,
            PLACED,
            BOUND,
            WITHDRAWN,
            EVICTED,
            ENDED,
            REFUSED,
            QUARANTINED
        }
    }
}
