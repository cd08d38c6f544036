package dev.basalt.simulate.world;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod of the virtual API server. Mutable; owned by {@link VirtualApi}. */
final class VirtualPod {
    final String uid;
    final @Nullable TaskId task;
    final String schedulerName;
    final ResourceVector requests;
    PodView.Phase phase = PodView.Phase.PENDING;
    boolean terminating;
    String nodeName = "";
    List<Grant> grants = List.of();
    int exitCode;

    VirtualPod(String uid, @Nullable TaskId task, String schedulerName, ResourceVector requests) {
        this.uid = uid;
        this.task = task;
        this.schedulerName = schedulerName;
        this.requests = requests;
    }

    boolean ended() {
        return phase == PodView.Phase.SUCCEEDED || phase == PodView.Phase.FAILED;
    }

    boolean bound() {
        return !nodeName.isEmpty();
    }

    PodView view() {
        return new PodView(uid, uid, task, schedulerName, phase, terminating, nodeName, requests, grants, exitCode);
    }
}
