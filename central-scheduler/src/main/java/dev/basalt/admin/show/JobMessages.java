package dev.basalt.admin.show;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.device.Device;
import dev.basalt.core.explain.ExplanationText;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.reason.Refusal;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.MemberSlot;
import dev.basalt.wire.DeviceWire;
import dev.basalt.wire.GangWire;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.ReasonWire;
import dev.basalt.wire.StatusWire;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gangs as jobs. */
public final class JobMessages {
    /** Exit codes above it are 128 and the number of a signal. */
    private static final int SIGNAL_BASE = 128;

    private JobMessages() {}

    /** The name of a gang's job. */
    public static String name(GangView gang) {
        return ResourceNames.job(
                gang.spec().gang().namespace(), gang.spec().gang().name());
    }

    /** The whole job. */
    public static Job message(PublishedView view, GangView gang, Times times) {
        Gang spec = gang.spec().gang();
        Times.Life life = times.of(spec.uid());
        var job = Job.newBuilder()
                .setName(name(gang))
                .setGang(GangWire.message(spec))
                .setPhase(phase(gang))
                .setCreatedUnixMillis(life.createdUnixMillis())
                .setStartedUnixMillis(life.startedUnixMillis())
                .setEndedUnixMillis(isOver(gang) ? life.endedUnixMillis() : 0);
        if (life.lastDecision() > 0) {
            job.setLastDecision(ResourceNames.decision(life.lastDecision()));
        }
        if (!gang.refusals().isEmpty()) {
            Refusal first = gang.refusals().getFirst();
            job.setWaitingReason(ReasonWire.message(first)).setWaitingText(ExplanationText.sentence(first));
        }
        int rank = 0;
        for (MemberView member : gang.members()) {
            job.addTasks(task(view, spec, member, rank, times));
            rank++;
        }
        return job.build();
    }

    /** What jobs can be filtered by. */
    public static SortedMap<String, String> fields(GangView gang) {
        Gang spec = gang.spec().gang();
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("name", spec.name());
        fields.put("namespace", spec.namespace());
        fields.put("uid", spec.uid());
        fields.put("kind", spec.kind());
        fields.put("queue", spec.queue());
        fields.put("phase", phase(gang).name().substring("GANG_PHASE_".length()));
        fields.put("priority", Integer.toString(gang.priority()));
        TreeSet<String> nodes = new TreeSet<>();
        for (MemberView member : gang.members()) {
            PlacementRecord placement = member.placement();
            if (placement != null && placement.stage() != Stage.ENDED) {
                nodes.add(placement.nodeName());
            }
        }
        fields.put("node", String.join(",", nodes));
        return fields;
    }

    /** Where in its life a gang is. */
    public static GangPhase phase(GangView gang) {
        GangStatus.Phase phase = gang.spec().status().phase();
        if (gang.spec().deleting()) {
            return GangPhase.GANG_PHASE_STOPPING;
        }
        if (phase == GangStatus.Phase.PENDING
                && gang.refusals().stream().anyMatch(Refusal.Quarantined.class::isInstance)) {
            return GangPhase.GANG_PHASE_QUARANTINED;
        }
        if (phase == GangStatus.Phase.PENDING
                && gang.refusals().stream().anyMatch(Refusal.MembersMissing.class::isInstance)) {
            return GangPhase.GANG_PHASE_INCOMPLETE;
        }
        return StatusWire.message(phase);
    }

    private static boolean isOver(GangView gang) {
        GangStatus.Phase phase = gang.spec().status().phase();
        return phase == GangStatus.Phase.COMPLETED || phase == GangStatus.Phase.FAILED;
    }

    private static Task task(PublishedView view, Gang gang, MemberView member, int rank, Times times) {
        var task = Task.newBuilder()
                .setMember(MemberSlot.newBuilder()
                        .setRole(member.task().role())
                        .setIndex(member.task().index())
                        .setRank(rank)
                        .setPodUid(member.podUid())
                        .setPodName(Tables.podName(gang, member.task())))
                .setPhase(TaskPhase.TASK_PHASE_PENDING);
        PlacementRecord placement = member.placement();
        if (placement == null) {
            return task.build();
        }
        Times.Life life = times.of(placement.podUid());
        task.setPhase(phase(placement))
                .setNode(placement.nodeName())
                .setStartedUnixMillis(life.startedUnixMillis())
                .setEndedUnixMillis(life.endedUnixMillis());
        if (placement.stage().compareTo(Stage.EXITED) >= 0 && placement.exitCode() >= 0) {
            if (placement.exitCode() > SIGNAL_BASE) {
                task.setExitSignal(placement.exitCode() - SIGNAL_BASE);
            }
            task.setExitCode(placement.exitCode());
        }
        addDevices(view, placement, task);
        return task.build();
    }

    private static void addDevices(PublishedView view, PlacementRecord placement, Task.Builder task) {
        PublishedView.NodeView node = view.node(placement.nodeName());
        List<Device> devices = node == null ? List.of() : node.facts().devices();
        List<Integer> slots = new ArrayList<>();
        for (var grant : placement.grants()) {
            Grant.Builder built = GrantWire.message(grant).toBuilder();
            for (int slot = 0; slot < devices.size(); slot++) {
                if (devices.get(slot).uuid().equals(grant.key().deviceUuid())) {
                    built.setDeviceSlot(slot);
                    slots.add(slot);
                }
            }
            task.addGrants(built);
        }
        if (node != null) {
            task.addAllLinks(DeviceWire.linksAmong(
                    node.facts().links(), slots.stream().distinct().toList()));
            node.use().stream()
                    .filter(use -> use.podUid().equals(placement.podUid()))
                    .forEach(use -> task.addUses(DeviceWire.message(use)));
        }
    }

    private static TaskPhase phase(PlacementRecord placement) {
        return switch (placement.stage()) {
            case DECIDED -> TaskPhase.TASK_PHASE_PLACED;
            case BINDING, BOUND -> TaskPhase.TASK_PHASE_BOUND;
            case RUNNING -> TaskPhase.TASK_PHASE_RUNNING;
            case TERMINATING -> TaskPhase.TASK_PHASE_STOPPING;
            case EXITED, ENDED -> {
                if (placement.lost()) {
                    yield TaskPhase.TASK_PHASE_LOST;
                }
                yield placement.endedWell() ? TaskPhase.TASK_PHASE_SUCCEEDED : TaskPhase.TASK_PHASE_FAILED;
            }
        };
    }
}
