package dev.basalt.kubernetes.gang;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.BindAnnotations.Decoded;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.pod.GpuNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the core is told of a pod. */
final class PodForm {
    private PodForm() {}

    /** One of our pods; {@code gangUid} is empty while its gang is not there. */
    static PodView of(Member member, String gangUid) {
        LivePod pod = member.pod();
        Member.Seat seat = member.isForeignUse() ? null : member.seat();
        TaskId task = seat == null || gangUid.isEmpty()
                ? null
                : new TaskId(gangUid, seat.role().name(), seat.index());
        Decoded bind = member.ourBind();
        List<Grant> grants = bind == null ? List.of() : bind.grants();
        return view(pod, task, bind == null && pod.isBound() ? pod.requests() : withoutGpus(pod.requests()), grants);
    }

    /** A pod of another scheduler: it counts against its node with all it asks, GPUs by number. */
    static PodView foreign(LivePod pod) {
        return view(pod, null, pod.requests(), List.of());
    }

    private static PodView view(LivePod pod, @Nullable TaskId task, ResourceVector requests, List<Grant> grants) {
        return new PodView(
                pod.meta().uid(),
                pod.meta().name(),
                task,
                pod.schedulerName(),
                switch (pod.phase()) {
                    case PENDING -> PodView.Phase.PENDING;
                    case RUNNING -> PodView.Phase.RUNNING;
                    case SUCCEEDED -> PodView.Phase.SUCCEEDED;
                    case FAILED -> PodView.Phase.FAILED;
                },
                pod.meta().terminating(),
                pod.nodeName(),
                requests,
                grants,
                pod.exitCode(),
                pod.resident());
    }

    /** Devices are counted one by one where it is known which they are. */
    private static ResourceVector withoutGpus(ResourceVector requests) {
        ResourceVector plain = requests;
        for (String name : requests.names()) {
            plain = GpuNames.isGpu(name) ? plain.with(name, 0) : plain;
        }
        return plain;
    }
}
