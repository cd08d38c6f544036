package dev.basalt.kube.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a kubelet changes of a pod's status at each station of its life; what others wrote there is left out. */
final class PodStatuses {
    private PodStatuses() {}

    static PodStatus running(Pod pod, String podIp, String hostIp) {
        String now = now();
        ContainerState state = new ContainerStateBuilder().withNewRunning(now).build();
        List<PodCondition> conditions = new ArrayList<>();
        for (String type : List.of("PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready")) {
            conditions.add(condition(type, true, now, null));
        }
        return new PodStatusBuilder()
                .withPhase("Running")
                .withHostIP(hostIp)
                .withPodIP(podIp)
                .withStartTime(now)
                .withConditions(conditions)
                .withInitContainerStatuses(initStatuses(pod, now))
                .withContainerStatuses(statuses(pod.getSpec().getContainers(), state, true))
                .build();
    }

    /** Every container has ended with that code. */
    static PodStatus ended(Pod pod, int exitCode) {
        String now = now();
        ContainerState state = terminated(pod.getStatus().getStartTime(), now, exitCode);
        String reason = exitCode == 0 ? "PodCompleted" : "PodFailed";
        List<PodCondition> conditions = new ArrayList<>();
        conditions.add(condition("Initialized", true, now, exitCode == 0 ? reason : null));
        conditions.add(condition("ContainersReady", false, now, reason));
        conditions.add(condition("Ready", false, now, reason));
        return new PodStatusBuilder()
                .withPhase(exitCode == 0 ? "Succeeded" : "Failed")
                .withConditions(conditions)
                .withContainerStatuses(statuses(pod.getSpec().getContainers(), state, false))
                .build();
    }

    /** What a kubelet says of a pod that was bound to it and does not fit: it never runs. */
    static PodStatus rejected(String resource) {
        return new PodStatusBuilder()
                .withPhase("Failed")
                .withReason("OutOf" + resource)
                .withMessage("Pod was rejected: Node didn't have enough resource: " + resource)
                .withStartTime(now())
                .build();
    }

    private static PodCondition condition(String type, boolean holds, String since, @Nullable String reason) {
        return new PodConditionBuilder()
                .withType(type)
                .withStatus(holds ? "True" : "False")
                .withReason(reason)
                .withLastTransitionTime(since)
                .build();
    }

    /** Sidecars run on; the others are done. */
    private static List<ContainerStatus> initStatuses(Pod pod, String now) {
        List<ContainerStatus> statuses = new ArrayList<>();
        for (Container container : pod.getSpec().getInitContainers()) {
            boolean sidecar = "Always".equals(container.getRestartPolicy());
            ContainerState state =
                    sidecar ? new ContainerStateBuilder().withNewRunning(now).build() : terminated(now, now, 0);
            statuses.addAll(statuses(List.of(container), state, true));
        }
        return statuses;
    }

    private static List<ContainerStatus> statuses(List<Container> containers, ContainerState state, boolean ready) {
        return containers.stream()
                .map(container -> new ContainerStatusBuilder()
                        .withName(container.getName())
                        .withImage(container.getImage())
                        .withImageID("")
                        .withContainerID("fake://" + container.getName())
                        .withReady(ready)
                        .withStarted(ready)
                        .withRestartCount(0)
                        .withState(state)
                        .build())
                .toList();
    }

    private static ContainerState terminated(String from, String to, int exitCode) {
        return new ContainerStateBuilder()
                .withNewTerminated()
                .withStartedAt(from)
                .withFinishedAt(to)
                .withExitCode(exitCode)
                .withReason(exitCode == 0 ? "Completed" : "Error")
                .endTerminated()
                .build();
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
