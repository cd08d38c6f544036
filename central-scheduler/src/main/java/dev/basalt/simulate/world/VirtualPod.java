package dev.basalt.simulate.world;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod of the virtual API server. Mutable; owned by {@link VirtualApi}. */
public final class VirtualPod {
    public final String uid;
    public final String name;
    public final @Nullable TaskId task;
    public final String schedulerName;
    public final ResourceVector requests;
    public PodView.Phase phase = PodView.Phase.PENDING;
    public boolean terminating;
    public String nodeName = "";
    public List<Grant> grants = List.of();
    public int exitCode;

    VirtualPod(String uid, String name, @Nullable TaskId task, String schedulerName, ResourceVector requests) {
        this.uid = uid;
        this.name = name;
        this.task = task;
        this.schedulerName = schedulerName;
        this.requests = requests;
    }

    public boolean ended() {
        return phase == PodView.Phase.SUCCEEDED || phase == PodView.Phase.FAILED;
    }

    public boolean bound() {
        return !nodeName.isEmpty();
    }

    PodView view() {
        return new PodView(uid, name, task, schedulerName, phase, terminating, nodeName, requests, grants, exitCode);
    }
}
