package dev.basalt.simulate.world;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.simulate.scenario.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How pods of a scenario start and end, and what their agents say of it. */
final class PodLife {
    private static final long START_MILLIS = 100;

    private final World world;

    PodLife(World world) {
        this.world = world;
    }

    /** A pod was bound: its containers start after a moment, its mains after its init containers. */
    void startSoon(VirtualPod pod) {
        Workload workload = workloadOf(pod);
        boolean init = workload != null && hasInit(workload, pod);
        long delayMillis = START_MILLIS + (init && workload != null ? workload.initMillis() : 0);
        world.agenda().at(world.nowMillis() + START_MILLIS, () -> createContainers(pod));
        world.agenda().at(world.nowMillis() + delayMillis, () -> run(pod));
    }

    /** Ends a pod's processes by themselves. */
    void end(VirtualPod pod, int exitCode) {
        if (pod.ended() || world.api().pod(pod.uid) != pod) {
            return;
        }
        pod.exitCode = exitCode;
        pod.phase = exitCode == 0 ? PodView.Phase.SUCCEEDED : PodView.Phase.FAILED;
        world.record("ended", jobOf(pod), pod.uid, pod.nodeName, "exitCode=" + exitCode);
        world.api().changed(pod);
        releaseAfterEnd(pod);
    }

    /** Asks a pod to end; it is gone after the time it takes to stop. */
    void stop(VirtualPod pod) {
        if (pod.terminating || world.api().pod(pod.uid) != pod) {
            return;
        }
        pod.terminating = true;
        world.api().changed(pod);
        Workload workload = workloadOf(pod);
        boolean alive = pod.bound() && !pod.ended();
        long takesMillis = alive && workload != null ? workload.stopMillis() : 0;
        world.agenda().at(world.nowMillis() + takesMillis, () -> remove(pod));
    }

    /** A pod's object and its processes are gone. */
    void remove(VirtualPod pod) {
        if (world.api().pod(pod.uid) == pod) {
            world.api().removePod(pod.uid);
            releaseAfterEnd(pod);
        }
    }

    /** An agent's words reach the scheduler after a moment, unless it is silent. */
    void report(VirtualAgent agent, List<GrantReport> reports) {
        if (!reports.isEmpty()) {
            world.agenda().inOrder("from " + agent.nodeName(), () -> {
                if (!agent.silent()) {
                    world.deliver(new Event.GrantsReported(agent.nodeName(), agent.session(), reports));
                }
            });
        }
    }

    String jobOf(VirtualPod pod) {
        return pod.task == null ? "" : pod.task.gangUid();
    }

    private void createContainers(VirtualPod pod) {
        VirtualAgent agent = world.agents().get(pod.nodeName);
        if (world.api().pod(pod.uid) == pod && !pod.ended() && agent != null) {
            report(agent, agent.start(pod.uid));
        }
    }

    private void run(VirtualPod pod) {
        if (world.api().pod(pod.uid) != pod || pod.ended() || pod.terminating) {
            return;
        }
        pod.phase = PodView.Phase.RUNNING;
        world.record("started", jobOf(pod), pod.uid, pod.nodeName, "");
        world.api().changed(pod);
        Workload workload = workloadOf(pod);
        if (workload != null && workload.runMillis() > 0) {
            world.agenda().at(world.nowMillis() + workload.runMillis(), () -> end(pod, 0));
        }
    }

    private void releaseAfterEnd(VirtualPod pod) {
        VirtualAgent agent = world.agents().get(pod.nodeName);
        if (agent != null) {
            report(agent, agent.end(pod.uid));
        }
    }

    private @Nullable Workload workloadOf(VirtualPod pod) {
        return pod.task == null ? null : world.workloads().get(pod.task.gangUid());
    }

    private static boolean hasInit(Workload workload, VirtualPod pod) {
        if (pod.task == null) {
            return false;
        }
        MemberGroup role = workload.gang().role(pod.task.role());
        return role != null
                && role.template() != null
                && role.template().containers().stream()
                        .anyMatch(container -> container.phase() == ContainerSpec.Phase.INIT);
    }
}
