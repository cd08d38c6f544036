package dev.basalt.world;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.world.VirtualApi;
import dev.basalt.simulate.world.VirtualPod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How pods come, run and end: a kubelet for all nodes. */
final class Pods {
    private static final long START_MILLIS = 200;
    private static final long RETRY_MILLIS = 2_000;

    private final FaultyWorld world;

    Pods(FaultyWorld world) {
        this.world = world;
    }

    void submit(WorldSpec.Job job) {
        Gang gang = job.gang();
        world.api.putGang(gang);
        if (gang.managed()) {
            return;
        }
        for (MemberGroup role : gang.roles()) {
            for (int index = 0; index < role.desired(); index++) {
                TaskId task = new TaskId(gang.uid(), role.name(), index);
                world.api.createPod(
                        VirtualApi.podUid(task, 0),
                        VirtualApi.podName(gang, task),
                        task,
                        gang.schedulerName(),
                        ResourceVector.ZERO);
            }
        }
    }

    void delete(String gangUid) {
        Gang gang = world.api.gang(gangUid);
        if (gang != null) {
            world.api.removeGang(gangUid);
            if (!gang.managed()) {
                world.api.podsOf(gangUid).forEach(this::stop);
            }
        }
    }

    void startSoon(VirtualPod pod) {
        world.agenda.at(world.nowMillis() + START_MILLIS, () -> start(pod));
    }

    /** Asks a pod to end. */
    void stop(VirtualPod pod) {
        if (pod.terminating || world.api.pod(pod.uid) != pod) {
            return;
        }
        pod.terminating = true;
        world.api.changed(pod);
        WorldSpec.Job job = jobOf(pod);
        long takesMillis = job != null && pod.phase == PodView.Phase.RUNNING ? job.stopMillis() : 0;
        world.agenda.at(world.nowMillis() + takesMillis, () -> remove(pod));
    }

    /** Processes and object of a pod are gone. */
    void remove(VirtualPod pod) {
        endProcesses(pod);
        if (world.api.pod(pod.uid) == pod) {
            world.api.removePod(pod.uid);
        }
    }

    /** The machine of these pods lost power; the node controller removes them. */
    void losePodsOn(String nodeName) {
        List<VirtualPod> there = world.api.pods().values().stream()
                .filter(pod -> pod.nodeName.equals(nodeName))
                .toList();
        there.forEach(this::remove);
    }

    /** Containers start only under grants that the agent holds; the kubelet tries again until then. */
    private void start(VirtualPod pod) {
        FaultyAgent agent = world.nodes.agent(pod.nodeName);
        if (world.api.pod(pod.uid) != pod || pod.ended() || pod.terminating) {
            return;
        }
        if (!agent.up() || !agent.holds(pod.grants)) {
            world.agenda.at(world.nowMillis() + RETRY_MILLIS, () -> start(pod));
            return;
        }
        for (ContainerSpec container : containers(pod)) {
            if (container.phase() != ContainerSpec.Phase.INIT) {
                world.nodes.report(agent, agent.start(new ContainerKey(pod.uid, container.name())));
            }
        }
        pod.phase = PodView.Phase.RUNNING;
        world.api.changed(pod);
        WorldSpec.Job job = jobOf(pod);
        if (job != null && job.runMillis() > 0) {
            world.agenda.at(world.nowMillis() + job.runMillis(), () -> end(pod));
        }
    }

    private void end(VirtualPod pod) {
        if (world.api.pod(pod.uid) != pod || pod.ended()) {
            return;
        }
        pod.phase = world.luck.percent(90) ? PodView.Phase.SUCCEEDED : PodView.Phase.FAILED;
        pod.exitCode = pod.phase == PodView.Phase.SUCCEEDED ? 0 : 1;
        endProcesses(pod);
        world.api.changed(pod);
    }

    private void endProcesses(VirtualPod pod) {
        if (pod.bound()) {
            world.nodes.agent(pod.nodeName).end(pod.uid);
        }
    }

    private List<ContainerSpec> containers(VirtualPod pod) {
        WorldSpec.Job job = jobOf(pod);
        MemberGroup role = job == null || pod.task == null ? null : job.gang().role(pod.task.role());
        PodTemplate template = role == null ? null : role.template();
        return template == null ? List.of() : template.containers();
    }

    private WorldSpec.@Nullable Job jobOf(VirtualPod pod) {
        return pod.task == null ? null : world.jobs.get(pod.task.gangUid());
    }
}
