package dev.basalt.simulate.scenario;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.SortedMap;

/** Something that happens in a scenario. Jobs, tasks and nodes are named as in the file. */
public sealed interface Action {
    /** An action at a time since the start. */
    record Timed(long atMillis, Action action, String path) {}

    record Submit(Workload workload) implements Action {}

    /** Pods of a job end well; an empty role means all roles, index -1 all members. */
    record Finish(Members members) implements Action {}

    record Fail(Members members, int exitCode) implements Action {}

    record Delete(String job) implements Action {}

    record Scale(String job, String role, int replicas) implements Action {}

    /** A pod of another scheduler appears on a node. */
    record ForeignPod(String pod, String node, ResourceVector requests) implements Action {}

    record RemoveForeignPod(String pod) implements Action {}

    /** Cordon, drain or restore a node. */
    record Admit(String node, NodeSpec.Admission admission) implements Action {}

    /** Labels and taints of a node are replaced; null keeps them. */
    record Relabel(String node, SortedMap<String, String> labels) implements Action {}

    /** Allocatable amounts of a node change; {@code gpuCount} -1 keeps its GPUs, else the first that many stay. */
    record Resize(String node, ResourceVector allocatable, int gpuCount) implements Action {}

    /** A new machine joins. */
    record AddNode(Machine machine) implements Action {}

    /** A machine leaves for good, with all that ran on it. */
    record RemoveNode(String node) implements Action {}

    /** A machine is down for a time and comes back with the same GPUs; what ran on it is gone. */
    record Reboot(String node, long forMillis) implements Action {}

    record GpuHealth(String node, int slot, Device.Health health) implements Action {}

    /** An agent says nothing for a time and connects again after it. */
    record Silence(String node, long forMillis) implements Action {}

    /** The next {@code count} binds fail; an empty job or node means any. */
    record FailBinds(String job, String node, int count, boolean retryable) implements Action {}

    /** Agents refuse the next {@code count} sets of grants; an empty node means any. */
    record RefuseGrants(String node, int count) implements Action {}

    /** Events about objects are lost until the kind is listed again. */
    record LoseEvents(Kind kind) implements Action {}

    /** Everything of a kind is listed again. */
    record Relist(Kind kind) implements Action {}

    /** The scheduler process ends and starts again; lists reach it after a delay. */
    record RestartScheduler(long replayDelayMillis, boolean storeLost) implements Action {}

    record ApplyQueue(Queue queue) implements Action {}

    record DeleteQueue(String queue) implements Action {}

    /** Pods of a job. */
    record Members(String job, String role, int index) {}

    /** Kinds of object whose events can be lost and listed. */
    enum Kind {
        GANGS,
        QUEUES,
        PRIORITY_CLASSES,
        NODES,
        PODS
    }
}
