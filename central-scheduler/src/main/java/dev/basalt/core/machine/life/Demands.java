package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.plan.GangDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What a gang wants of the next planning pass. */
final class Demands {
    /** Starts the stand-in UID of a pod that was asked for and is not there yet. */
    private static final String AWAITED = "awaited:";

    private Demands() {}

    /** The demand of a gang; null when it wants nothing now and was promised nothing. */
    static @Nullable GangDemand of(ClusterState state, GangState gang) {
        if (gang.isDeleting()
                || !gang.quarantine().isEmpty()
                || (gang.isFinal() && gang.gang().managed())) {
            return null;
        }
        List<Placement> members = Members.inSlots(gang, state.room().placements());
        if (members.stream().anyMatch(member -> member.stage() == Stage.DECIDED)) {
            return null;
        }
        boolean bound = members.stream().anyMatch(member -> member.record().seated());
        boolean repairing =
                (gang.hasRun() || bound) && !Members.meetMinimum(gang.gang(), members, Members::isComingOrDone);
        List<GangDemand.Wanted> wanted = wanted(state, gang, repairing);
        boolean promised = bound && !gang.gang().minResources().isZero();
        if (wanted.isEmpty() && !promised) {
            return null;
        }
        return new GangDemand(
                lessDone(gang.gang(), Members.countByRole(members, Members::isDone)),
                state.priority(gang.gang()),
                gang.arrival(),
                repairing,
                wanted,
                placed(members),
                new ArrayList<>(gang.avoided(state.nowMillis()).keySet()));
    }

    /** True for a stand-in: its seat keeps room for a member that is being made again, and is not given out. */
    static boolean isAwaited(String podUid) {
        return podUid.startsWith(AWAITED);
    }

    /**
     * Members with a pod and no node. A gang that is repaired competes for those as well whose new pod is on its way,
     * so that nobody takes the room it just lost.
     */
    private static List<GangDemand.Wanted> wanted(ClusterState state, GangState gang, boolean repairing) {
        List<GangDemand.Wanted> wanted = new ArrayList<>();
        for (Slot slot : gang.slots()) {
            if (!gang.wants(slot.task())) {
                continue;
            }
            if (slot.isEmpty()) {
                if (repairing && slot.isAsked()) {
                    String standIn =
                            AWAITED + slot.task().role() + "/" + slot.task().index();
                    wanted.add(new GangDemand.Wanted(slot.task(), standIn));
                }
                continue;
            }
            PodView pod = state.pods().of(slot.podUid());
            boolean waits = pod != null
                    && pod.phase() == PodView.Phase.PENDING
                    && !pod.terminating()
                    && state.room().placements().of(slot.podUid()) == null;
            if (waits) {
                wanted.add(new GangDemand.Wanted(slot.task(), slot.podUid()));
            }
        }
        return wanted;
    }

    /** Members that hold room and will keep it; one that is asked to end is as good as gone. */
    private static List<GangDemand.Placed> placed(List<Placement> members) {
        List<GangDemand.Placed> placed = new ArrayList<>();
        for (Placement member : members) {
            if (member.before(Stage.TERMINATING)) {
                placed.add(new GangDemand.Placed(
                        member.record().task(), member.podUid(), member.record().nodeName()));
            }
        }
        return placed;
    }

    /** The gang with minimums lowered by members that are over: they need no room to count. */
    private static Gang lessDone(Gang gang, SortedMap<String, Integer> doneByRole) {
        if (doneByRole.isEmpty()) {
            return gang;
        }
        int done = doneByRole.values().stream().mapToInt(Integer::intValue).sum();
        List<MemberGroup> groups =
                gang.groups().stream().map(group -> lessDone(group, doneByRole)).toList();
        return new Gang(
                gang.uid(),
                gang.namespace(),
                gang.name(),
                gang.kind(),
                gang.queue(),
                gang.priorityClass(),
                gang.priority(),
                Math.max(0, gang.minimum() - done),
                groups,
                gang.minResources(),
                gang.declaredRunMillis(),
                gang.checkpointMillis(),
                gang.ownership(),
                gang.schedulerName());
    }

    private static MemberGroup lessDone(MemberGroup group, SortedMap<String, Integer> doneByRole) {
        int minimum = group.children().isEmpty()
                ? Math.max(0, group.minimum() - doneByRole.getOrDefault(group.name(), 0))
                : group.minimum();
        return new MemberGroup(
                group.name(),
                minimum,
                group.desired(),
                group.maximum(),
                group.topology(),
                group.template(),
                group.children().stream()
                        .map(child -> lessDone(child, doneByRole))
                        .toList());
    }
}
