package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps a pod in each wanted slot of a managed gang, and no pod in others. */
final class SlotRules {
    private SlotRules() {}

    static void look(Look look) {
        GangState gang = look.gang();
        SortedMap<TaskId, String> strays = strays(look);
        List<Slot> lacking = new ArrayList<>();
        for (Slot slot : gang.slots()) {
            String stray = strays.get(slot.task());
            if (stray != null && (slot.isEmpty() || isLeft(look, slot))) {
                look.add(new Move.Fill(slot, stray));
            } else if (slot.isEmpty()) {
                lookAtEmpty(look, slot, lacking);
            } else if (isLeft(look, slot)) {
                look.add(new Move.CloseSlot(slot.task()));
            } else if (look.state().room().placements().of(slot.podUid()) == null) {
                lookAtUnplaced(look, slot);
            }
        }
        if (!lacking.isEmpty()) {
            look.add(new Move.AskPods(lacking));
            look.again(look.nowMillis() + Limits.RESEND_MILLIS);
        }
    }

    /**
     * Whether the given pod that fills a slot is gone or another member now, and nothing of it is placed as this one.
     */
    private static boolean isLeft(Look look, Slot slot) {
        PodView pod = look.state().pods().of(slot.podUid());
        Placement placement = look.state().room().placements().of(slot.podUid());
        return !look.gang().gang().managed()
                && (placement == null || !placement.record().task().equals(slot.task()))
                && (pod == null || !slot.task().equals(pod.task()));
    }

    /**
     * Pods of the gang that fill no slot, one for each slot: those that wait, and first of all one that is placed as
     * that very member, which another was taken for. Where the slot has another pod, a managed pod is removed.
     */
    private static SortedMap<TaskId, String> strays(Look look) {
        GangState gang = look.gang();
        TreeMap<TaskId, String> strays = new TreeMap<>();
        for (PodView pod : look.state().pods().ofGang(gang.uid())) {
            TaskId task = pod.task();
            Slot slot = task == null ? null : gang.slot(task);
            if (task == null || slot == null || slot.podUid().equals(pod.uid())) {
                continue;
            }
            Placement placement = look.state().room().placements().of(pod.uid());
            boolean isFree = slot.isEmpty() || isLeft(look, slot);
            if (placement != null) {
                boolean isThatMember = placement.record().task().equals(task) && placement.before(Stage.EXITED);
                if (isThatMember && isFree) {
                    strays.put(task, pod.uid());
                }
            } else if (waits(pod) && isFree) {
                strays.putIfAbsent(task, pod.uid());
            } else if (waits(pod) && gang.gang().managed()) {
                look.add(new Move.DropStray(pod.uid()));
            }
        }
        return strays;
    }

    private static boolean waits(PodView pod) {
        return pod.phase() == PodView.Phase.PENDING
                && !pod.terminating()
                && pod.nodeName().isEmpty();
    }

    private static void lookAtEmpty(Look look, Slot slot, List<Slot> lacking) {
        GangState gang = look.gang();
        if (!gang.wants(slot.task()) || !gang.gang().managed()) {
            look.add(new Move.CloseSlot(slot.task()));
        } else if (!gang.isFinal()) {
            if (!slot.isAsked() || look.nowMillis() - slot.askedAtMillis() >= Limits.RESEND_MILLIS) {
                lacking.add(slot);
            } else {
                look.again(slot.askedAtMillis() + Limits.RESEND_MILLIS);
            }
        }
    }

    private static void lookAtUnplaced(Look look, Slot slot) {
        PodView pod = look.state().pods().of(slot.podUid());
        if (pod == null) {
            look.add(new Move.Vacate(slot));
        } else if (pod.phase() == PodView.Phase.SUCCEEDED || pod.phase() == PodView.Phase.FAILED) {
            look.add(new Move.EndUnplaced(slot));
        } else if (!look.gang().wants(slot.task()) && look.gang().gang().managed()) {
            look.add(new Move.DropPod(slot));
        }
    }
}
