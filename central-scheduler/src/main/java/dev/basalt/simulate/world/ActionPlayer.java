package dev.basalt.simulate.world;

import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.scenario.Action;
import dev.basalt.simulate.scenario.Workload;
import dev.basalt.simulate.scenario.WorkloadCopy;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Makes the timeline of a scenario happen. */
final class ActionPlayer {
    private final World world;

    ActionPlayer(World world) {
        this.world = world;
    }

    /** Plans all actions. With a seed, those of one moment happen in another order and a few milliseconds apart. */
    void schedule(List<Action.Timed> timeline) {
        TreeMap<Long, List<Action>> byTime = new TreeMap<>();
        timeline.forEach(timed -> byTime.computeIfAbsent(timed.atMillis(), at -> new ArrayList<>())
                .add(timed.action()));
        byTime.forEach((atMillis, actions) -> {
            List<Action> order = world.agenda().varied() ? shuffled(actions) : actions;
            long when = atMillis;
            for (Action action : order) {
                when += world.agenda().pick(3);
                world.agenda().at(when, () -> play(action));
            }
        });
    }

    /** Submissions trade places; other actions keep their order among themselves. */
    private List<Action> shuffled(List<Action> actions) {
        List<Action> order = new ArrayList<>(actions);
        for (int at = order.size() - 1; at > 0; at--) {
            int other = world.agenda().pick(at + 1);
            if (order.get(at) instanceof Action.Submit && order.get(other) instanceof Action.Submit) {
                Action swapped = order.get(at);
                order.set(at, order.get(other));
                order.set(other, swapped);
            }
        }
        return order;
    }

    private void play(Action action) {
        switch (action) {
            case Action.Submit submit -> submit(submit.workload());
            case Action.Finish finish ->
                pods(finish.members()).forEach(pod -> world.podLife().end(pod, 0));
            case Action.Fail fail ->
                pods(fail.members()).forEach(pod -> world.podLife().end(pod, fail.exitCode()));
            case Action.Delete delete -> delete(delete.job());
            case Action.Scale scale -> scale(scale);
            case Action.ForeignPod foreign -> foreign(foreign);
            case Action.RemoveForeignPod removed -> world.api().removePod(removed.pod());
            case Action.Admit admit -> changeNode(admit.node(), node -> with(node, admit.admission()));
            case Action.Relabel relabel -> changeNode(relabel.node(), node -> relabelled(node, relabel));
            case Action.Resize resize -> resize(resize);
            case Action.AddNode added -> world.addMachine(added.machine());
            case Action.RemoveNode removed -> removeNode(removed.node());
            case Action.Reboot reboot -> reboot(reboot);
            case Action.GpuHealth health -> gpuHealth(health);
            case Action.Silence silence -> silence(silence.node(), silence.forMillis());
            case Action.FailBinds faults -> world.effectPlayer().failBinds(faults);
            case Action.RefuseGrants faults -> world.effectPlayer().refuseGrants(faults);
            case Action.LoseEvents lose -> world.api().lose(lose.kind());
            case Action.Relist relist -> world.api().list(relist.kind());
            case Action.RestartScheduler restart -> world.restart(restart.replayDelayMillis(), restart.storeLost());
            case Action.ApplyQueue queue -> world.api().putQueue(queue.queue());
            case Action.DeleteQueue queue -> world.api().removeQueue(queue.queue());
        }
    }

    private void submit(Workload workload) {
        Gang gang = workload.gang();
        world.workloads().put(gang.uid(), workload);
        world.record("submitted", gang.uid(), "", "", "");
        world.api().putGang(gang);
        if (!gang.managed()) {
            createBarePods(gang);
        }
    }

    private void createBarePods(Gang gang) {
        for (MemberGroup role : gang.roles()) {
            for (int index = 0; index < role.desired(); index++) {
                TaskId task = new TaskId(gang.uid(), role.name(), index);
                if (world.api().pod(VirtualApi.podUid(task, 0)) == null) {
                    world.api()
                            .createPod(
                                    VirtualApi.podUid(task, 0),
                                    VirtualApi.podName(gang, task),
                                    task,
                                    gang.schedulerName(),
                                    ResourceVector.ZERO);
                }
            }
        }
    }

    private void delete(String job) {
        Gang gang = world.api().gang(job);
        world.record("deleted", job, "", "", "");
        world.api().removeGang(job);
        if (gang != null && !gang.managed()) {
            world.api().podsOf(job).forEach(world.podLife()::stop);
        }
    }

    private void scale(Action.Scale scale) {
        Gang gang = world.api().gang(scale.job());
        if (gang == null) {
            return;
        }
        Gang scaled = WorkloadCopy.scaled(gang, scale.role(), scale.replicas());
        world.workloads()
                .computeIfPresent(
                        scale.job(),
                        (job, workload) -> new Workload(
                                scaled, workload.runMillis(), workload.initMillis(), workload.stopMillis()));
        world.api().putGang(scaled);
        if (!scaled.managed()) {
            createBarePods(scaled);
        }
    }

    private void foreign(Action.ForeignPod foreign) {
        VirtualPod pod =
                world.api().createPod(foreign.pod(), foreign.pod(), null, "default-scheduler", foreign.requests());
        pod.phase = PodView.Phase.RUNNING;
        world.api().bind(pod, foreign.node(), List.of());
    }

    private List<VirtualPod> pods(Action.Members members) {
        return world.api().podsOf(members.job()).stream()
                .filter(pod -> pod.task != null
                        && !pod.ended()
                        && (members.role().isEmpty() || pod.task.role().equals(members.role()))
                        && (members.index() < 0 || pod.task.index() == members.index()))
                .toList();
    }

    private void resize(Action.Resize resize) {
        changeNode(resize.node(), node -> resized(node, resize.allocatable()));
        VirtualAgent agent = world.agents().get(resize.node());
        if (agent != null
                && resize.gpuCount() >= 0
                && resize.gpuCount() <= agent.devices().size()) {
            agent.keepGpus(resize.gpuCount());
            world.deliver(agent.inventory());
        }
    }

    private void removeNode(String name) {
        podsOn(name).forEach(world.podLife()::remove);
        world.agents().remove(name);
        world.api().removeNode(name);
    }

    private void reboot(Action.Reboot reboot) {
        VirtualAgent agent = world.agents().get(reboot.node());
        changeNode(reboot.node(), node -> ready(node, false));
        if (agent != null) {
            agent.silent(true);
            agent.reboot();
        }
        podsOn(reboot.node()).forEach(world.podLife()::remove);
        world.agenda().at(world.nowMillis() + reboot.forMillis(), () -> {
            changeNode(reboot.node(), node -> ready(node, true));
            speakAgain(reboot.node());
        });
    }

    private void silence(String node, long forMillis) {
        VirtualAgent agent = world.agents().get(node);
        if (agent != null) {
            agent.silent(true);
            world.agenda().at(world.nowMillis() + forMillis, () -> speakAgain(node));
        }
    }

    private void speakAgain(String node) {
        VirtualAgent agent = world.agents().get(node);
        if (agent != null) {
            agent.silent(false);
            world.connect(agent);
        }
    }

    private void gpuHealth(Action.GpuHealth change) {
        VirtualAgent agent = world.agents().get(change.node());
        if (agent != null && change.slot() < agent.devices().size()) {
            agent.health(change.slot(), change.health());
            if (!agent.silent()) {
                world.deliver(agent.heartbeat());
            }
        }
    }

    private List<VirtualPod> podsOn(String node) {
        return world.api().pods().values().stream()
                .filter(pod -> pod.nodeName.equals(node))
                .toList();
    }

    private void changeNode(String name, UnaryOperator<NodeSpec> change) {
        NodeSpec node = world.node(name);
        if (node != null) {
            world.api().putNode(change.apply(node));
        }
    }

    private static NodeSpec with(NodeSpec node, NodeSpec.Admission admission) {
        return new NodeSpec(
                node.name(), node.uid(), node.labels(), node.taints(), node.allocatable(), node.ready(), admission);
    }

    private static NodeSpec ready(NodeSpec node, boolean ready) {
        return new NodeSpec(
                node.name(), node.uid(), node.labels(), node.taints(), node.allocatable(), ready, node.admission());
    }

    private static NodeSpec relabelled(NodeSpec node, Action.Relabel relabel) {
        return new NodeSpec(
                node.name(),
                node.uid(),
                relabel.labels(),
                node.taints(),
                node.allocatable(),
                node.ready(),
                node.admission());
    }

    private static NodeSpec resized(NodeSpec node, ResourceVector amounts) {
        ResourceVector allocatable = node.allocatable();
        for (String name : amounts.names()) {
            allocatable = allocatable.with(name, amounts.amount(name));
        }
        return new NodeSpec(
                node.name(), node.uid(), node.labels(), node.taints(), allocatable, node.ready(), node.admission());
    }
}
