package dev.basalt.core.machine;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened outside. Every event may arrive twice, late, or out of order: object events carry a version
 * that rises with each change of the object, agent events carry the agent's session and a sequence number, and results
 * name exactly what they answer. Applying one twice changes nothing.
 */
public sealed interface Event {

    /** What an API server or the admin API says of objects. */
    sealed interface ObjectEvent extends Event {
        /** Who says it, for example {@code admin} or {@code kubernetes}. */
        String source();

        /** Version of the object or list; higher is newer. */
        long version();
    }

    /** A gang was created or changed (scaling is a change). */
    record GangApplied(String source, Gang gang, long version) implements ObjectEvent {}

    /** A gang's object is gone; its pods go too when they are managed. */
    record GangDeleted(String source, String gangUid, long version) implements ObjectEvent {}

    record QueueApplied(String source, Queue queue, long version) implements ObjectEvent {}

    record QueueDeleted(String source, String queueName, long version) implements ObjectEvent {}

    record PriorityClassApplied(String source, String name, int value, long version) implements ObjectEvent {}

    record PriorityClassDeleted(String source, String name, long version) implements ObjectEvent {}

    record NodeApplied(String source, NodeSpec node, long version) implements ObjectEvent {}

    record NodeDeleted(String source, String nodeName, long version) implements ObjectEvent {}

    record DomainsApplied(String source, List<Domain> domains, long version) implements ObjectEvent {
        public DomainsApplied {
            domains = List.copyOf(domains);
        }
    }

    record PolicyApplied(String source, Policy policy, long version) implements ObjectEvent {}

    /** A pod exists and looks like this. Pods that Basalt did not place count against their node. */
    record PodObserved(String source, PodView pod, long version) implements ObjectEvent {}

    /** A pod is gone: its containers run no more. */
    record PodGone(String source, String podUid, long version) implements ObjectEvent {}

    /**
     * A list of one kind is complete: what is not named in it does not exist. Sent once at start for each kind
     * (planning begins after the last) and again on every relist, which is how lost events heal.
     *
     * @param identities sorted names or UIDs of all objects of the kind
     * @param version version of the list: objects with a higher version than it are newer than the list and stay
     */
    record Listed(String source, Kind kind, List<String> identities, long version) implements ObjectEvent {
        public Listed {
            identities = List.copyOf(identities);
        }

        /** What was listed. */
        public enum Kind {
            GANGS,
            QUEUES,
            PRIORITY_CLASSES,
            NODES,
            PODS
        }
    }

    /** An object could not be understood. It is reported on that object and harms no other. */
    record ObjectRefused(String source, String kind, String identity, String field, String message, long version)
            implements ObjectEvent {}

    /**
     * A pod as its source sees it.
     *
     * @param resident what other pods' rules see of it; of a pod of ours its gang knows that too
     */
    record PodView(
            String uid,
            String name,
            @Nullable TaskId task,
            String schedulerName,
            Phase phase,
            boolean terminating,
            String nodeName,
            ResourceVector requests,
            List<Grant> grants,
            int exitCode,
            Resident resident) {
        public PodView {
            grants = List.copyOf(grants);
        }

        /** A pod that no rule about neighbours sees. */
        public PodView(
                String uid,
                String name,
                @Nullable TaskId task,
                String schedulerName,
                Phase phase,
                boolean terminating,
                String nodeName,
                ResourceVector requests,
                List<Grant> grants,
                int exitCode) {
            this(
                    uid,
                    name,
                    task,
                    schedulerName,
                    phase,
                    terminating,
                    nodeName,
                    requests,
                    grants,
                    exitCode,
                    Resident.NONE);
        }

        /** Phases of a pod; the last two are final. */
        public enum Phase {
            PENDING,
            RUNNING,
            SUCCEEDED,
            FAILED
        }
    }

    /** What a node's agent says. Sessions order an agent's connections, sequences order what one session says. */
    sealed interface AgentEvent extends Event {
        String nodeName();

        Session session();
    }

    /**
     * One connection of one agent.
     *
     * @param bootId changes when the machine boots
     * @param agentInstance changes when the agent process starts
     * @param connection counts up with each connection the scheduler accepts; a lower one is stale
     */
    record Session(String bootId, String agentInstance, long connection) {}

    /**
     * An agent connected and says what it holds. It opens its node under this epoch.
     *
     * @param nodeUid UID of its node; empty in standalone mode
     * @param epochSeen highest leader epoch it ever obeyed
     * @param grants every grant it holds, with its state
     * @param runningPods UIDs of pods with live processes, sorted
     * @param executor true when it runs commands itself (standalone mode)
     */
    record AgentHello(
            String nodeName,
            Session session,
            String nodeUid,
            long epochSeen,
            List<Grant> grants,
            List<String> runningPods,
            boolean executor)
            implements AgentEvent {
        public AgentHello {
            grants = List.copyOf(grants);
            runningPods = runningPods.stream().sorted().toList();
        }
    }

    /** All devices of a node, in slot order, and how they are linked. Replaces what was known. */
    record InventoryReported(String nodeName, Session session, long sequence, List<Device> devices, LinkMatrix links)
            implements AgentEvent {
        public InventoryReported {
            devices = List.copyOf(devices);
        }
    }

    /** An agent lives. Only a change of health has an influence on planning. */
    record Heartbeat(String nodeName, Session session, long sequence, List<DeviceHealth> health, List<ObservedUse> use)
            implements AgentEvent {
        public Heartbeat {
            health = List.copyOf(health);
            use = List.copyOf(use);
        }

        /** Health of one device. */
        public record DeviceHealth(String deviceUuid, Device.Health health) {}
    }

    /** The stream of a session ended. The node stays known; silence is counted by the tick. */
    record AgentGone(String nodeName, Session session) implements AgentEvent {}

    /** An agent answers for grants: accepted, in force, released, or refused with a reason. */
    record GrantsReported(String nodeName, Session session, List<GrantReport> reports) implements AgentEvent {
        public GrantsReported {
            reports = List.copyOf(reports);
        }

        /** State of one grant; {@code refusal} is empty unless the agent refused it. */
        public record GrantReport(Grant.Key key, long generation, Grant.State state, String refusal) {}
    }

    /** A standalone agent answers for a task that it was told to run. */
    record TaskReported(String nodeName, Session session, String podUid, TaskState state, int exitCode, String detail)
            implements AgentEvent {
        /** Life of a task on its agent. */
        public enum TaskState {
            STARTED,
            /** Ended by itself or by a stop; {@code exitCode} is 128 + signal for signals. */
            EXITED,
            /** The agent would not start it; {@code detail} says why. */
            REFUSED,
            /** Its supervisor was killed; the exit code is unknown. */
            LOST
        }
    }

    /** What became of an effect. */
    sealed interface ResultEvent extends Event {
        long epoch();
    }

    /** The pod is bound; {@code generation} is that of the bind this answers. */
    record BindDone(long epoch, String podUid, String nodeName, long generation) implements ResultEvent {}

    /** The bind was refused; {@code retryable} is false when the pod itself is gone or refused for ever. */
    record BindFailed(long epoch, String podUid, String nodeName, long generation, String message, boolean retryable)
            implements ResultEvent {}

    /** The eviction was accepted; the pod is gone only with {@link PodGone}. */
    record EvictDone(long epoch, String podUid) implements ResultEvent {}

    record EvictFailed(long epoch, String podUid, String message) implements ResultEvent {}

    /** This process leads under that epoch. Planning needs it. */
    record LeaseGained(long epoch) implements Event {}

    /** This process leads no more: no effect leaves it until a lease is gained. */
    record LeaseLost(long epoch) implements Event {}

    /** Where the numbers of the run before stopped; replayed at start. */
    record CountersRestored(Counters counters) implements Event {}

    /** What the store held for one gang, replayed at start instead of {@link GangApplied}, before its placements. */
    record GangRestored(GangRecord gang) implements Event {}

    /**
     * What the store held for one placed pod, replayed at start after its gang and before {@link Listed}. Where nobody
     * else keeps pods (standalone mode) the first list of {@link Listed.Kind#PODS} names all restored pods.
     */
    record PlacementRestored(PlacementRecord placement) implements Event {}
}
