package dev.basalt.agent.run;

import dev.basalt.agent.limit.LimitGrant.Phase;
import java.util.List;
import java.util.Optional;

/**
 * When a container of a pod may start: init containers to their end, one after the other, then the main ones together.
 * Pure.
 */
final class PodRules {
    private PodRules() {}

    /** What to do with a container that has not started. */
    sealed interface Next {
        record Start() implements Next {}

        record Wait() implements Next {}

        /** It never will. */
        record GiveUp(String reason) implements Next {}
    }

    /** @param pod all known containers of the pod */
    static Next next(Task task, List<Task> pod) {
        Optional<Task> before = pod.stream()
                .filter(other -> goesBefore(other, task) && !letsOthersStart(other))
                .findFirst();
        if (before.isEmpty()) {
            return new Next.Start();
        }
        Task blocking = before.get();
        return blocking.status().over()
                ? new Next.GiveUp("init container " + blocking.key().container() + " before it did not succeed")
                : new Next.Wait();
    }

    /** Sidecars are stopped when the work is over. */
    static boolean sidecarIsDone(Task task, List<Task> pod) {
        List<Task> mains = pod.stream()
                .filter(other -> other.order().phase() == Phase.MAIN)
                .toList();
        return task.order().phase() == Phase.RESTARTABLE_INIT
                && !mains.isEmpty()
                && mains.stream().allMatch(main -> main.status().over());
    }

    private static boolean goesBefore(Task other, Task task) {
        if (other == task || other.order().phase() == Phase.MAIN) {
            return false;
        }
        return task.order().phase() == Phase.MAIN || other.arrival() < task.arrival();
    }

    private static boolean letsOthersStart(Task init) {
        return switch (init.status()) {
            case ContainerStatus.Ended ended -> ended.succeeded();
            case ContainerStatus.Running ignored -> init.order().phase() == Phase.RESTARTABLE_INIT;
            case ContainerStatus.NotStarted ignored -> false;
            case ContainerStatus.Ending ignored -> false;
            case ContainerStatus.Lost ignored -> false;
        };
    }
}
