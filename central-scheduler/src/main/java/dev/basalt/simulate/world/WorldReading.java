package dev.basalt.simulate.world;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.ExplanationText;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.scenario.Expectation;
import dev.basalt.simulate.scenario.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What can be read of a world: of pods and agents from the outside, of reasons and quotas from the core's view. */
public final class WorldReading {
    private final World world;

    public WorldReading(World world) {
        this.world = world;
    }

    /** Jobs that were submitted so far, sorted. */
    public List<String> jobs() {
        return List.copyOf(world.workloads().keySet());
    }

    /** Pods of the subject that run. */
    public int running(String subject) {
        return (int) pods(subject).stream()
                .filter(pod -> pod.phase == PodView.Phase.RUNNING)
                .count();
    }

    /** Names of the subject's pods that hold room: bound and not ended, decided, or not released by an agent. */
    public SortedMap<String, String> holding(String subject) {
        SortedMap<String, String> nodes = new TreeMap<>();
        for (VirtualPod pod : pods(subject)) {
            if (pod.bound() && !pod.ended()) {
                nodes.put(pod.uid, pod.nodeName);
            }
        }
        for (VirtualAgent agent : world.agents().values()) {
            for (Grant grant : agent.held().values()) {
                if (belongs(grant.key().podUid(), subject)) {
                    nodes.put(grant.key().podUid(), agent.nodeName());
                }
            }
        }
        for (PlacementRecord placement : placements(subject)) {
            if (placement.stage() != PlacementRecord.Stage.ENDED) {
                nodes.put(placement.podUid(), placement.nodeName());
            }
        }
        return nodes;
    }

    /** Members a job wants. */
    public int members(String job) {
        Workload workload = world.workloads().get(job);
        return workload == null
                ? 0
                : workload.gang().roles().stream()
                        .mapToInt(MemberGroup::desired)
                        .sum();
    }

    /** Pods of the subject that have no node. */
    public int pending(String subject) {
        SortedMap<String, String> holding = holding(subject);
        return (int) pods(subject).stream()
                .filter(pod -> !pod.ended() && !pod.bound() && !holding.containsKey(pod.uid))
                .count();
    }

    /** GPUs that one pod was granted, as {@code node/slot}, sorted. */
    public List<String> gpusOfPod(String podUid) {
        TaskId task = world.taskOf(podUid);
        return task == null ? List.of() : gpus(task.gangUid() + "/" + task.role() + "-" + task.index());
    }

    /** GPUs that the subject's pods were granted, as {@code node/slot}, sorted. */
    public List<String> gpus(String subject) {
        TreeSet<String> gpus = new TreeSet<>();
        for (VirtualAgent agent : world.agents().values()) {
            for (Grant grant : agent.held().values()) {
                if (belongs(grant.key().podUid(), subject)) {
                    gpus.add(agent.nodeName() + "/" + slot(agent, grant.key().deviceUuid()));
                }
            }
        }
        return List.copyOf(gpus);
    }

    /** Use of every GPU of every node, by {@code node/slot}, as agents hold it. */
    public SortedMap<String, GpuUse> gpuUse() {
        SortedMap<String, GpuUse> uses = new TreeMap<>();
        for (VirtualAgent agent : world.agents().values()) {
            for (Device device : agent.devices()) {
                uses.put(agent.nodeName() + "/" + slot(agent, device.uuid()), GpuUse.of(world, agent, device.uuid()));
            }
        }
        return uses;
    }

    /** Phase of the job's gang as the core says; {@code GONE} when it knows none. */
    public String phase(String job) {
        PublishedView.GangView gang = world.view().gang(job);
        return gang == null
                ? Expectation.Phase.GONE
                : gang.spec().status().phase().name();
    }

    /** Why a job waits, a sentence each; empty when it does not. */
    public List<String> why(String job) {
        PublishedView view = world.view();
        PublishedView.GangView gang = view.gang(job);
        if (gang == null) {
            return List.of();
        }
        if (!view.gate().open()) {
            return List.of("planning waits for " + String.join(", ", view.gate().waitsFor()));
        }
        if (gang.demand() == null) {
            return List.of();
        }
        List<String> sentences = new ArrayList<>();
        gang.refusals().forEach(refusal -> sentences.add(ExplanationText.sentence(refusal)));
        sentences.addAll(ExplanationText.lines(
                new Explainer(world.scenario().policy(), view::podName).explain(view.snapshot(), view.demands(), job)));
        return List.copyOf(new LinkedHashSet<>(sentences));
    }

    /** What a queue is charged of a resource. */
    public long queueUsed(String queue, String resource) {
        PublishedView.QueueView view = world.view().queue(queue);
        return view == null ? 0 : view.used().amount(resource);
    }

    public boolean planningOpen() {
        return world.view().gate().open();
    }

    private List<PlacementRecord> placements(String subject) {
        List<PlacementRecord> found = new ArrayList<>();
        for (PublishedView.GangView gang : world.view().gangs()) {
            for (PublishedView.MemberView member : gang.members()) {
                PlacementRecord placement = member.placement();
                if (placement != null && belongs(placement.podUid(), subject)) {
                    found.add(placement);
                }
            }
        }
        return found;
    }

    private List<VirtualPod> pods(String subject) {
        return world.api().pods().values().stream()
                .filter(pod -> belongs(pod.uid, subject))
                .toList();
    }

    /** A subject is {@code job}, {@code job/role}, {@code job/role-index} or {@code name*}. */
    private boolean belongs(String podUid, String subject) {
        TaskId task = world.taskOf(podUid);
        return task != null
                && (subject.equals(task.gangUid())
                        || (subject.endsWith("*")
                                && task.gangUid().startsWith(subject.substring(0, subject.length() - 1)))
                        || subject.equals(task.gangUid() + "/" + task.role())
                        || subject.equals(task.gangUid() + "/" + task.role() + "-" + task.index()));
    }

    private static int slot(VirtualAgent agent, String uuid) {
        for (int slot = 0; slot < agent.devices().size(); slot++) {
            if (agent.devices().get(slot).uuid().equals(uuid)) {
                return slot;
            }
        }
        return -1;
    }
}
