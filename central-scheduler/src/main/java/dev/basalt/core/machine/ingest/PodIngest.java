package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.Event.PodView.Phase;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.List;

/** What the API server says of pods. It is the truth about where a pod is bound and whether it is there. */
final class PodIngest {
    private final ClusterState state;

    PodIngest(ClusterState state) {
        this.state = state;
    }

    void observe(PodView pod) {
        PodView before = state.pods().of(pod.uid());
        state.pods().put(pod);
        settle(pod);
        if (before != null && before.task() != null) {
            state.gangs().touch(before.task().gangUid());
        }
    }

    /** Brings the books in step with a pod that is known: it may have become ours since. */
    void settle(PodView pod) {
        TaskId task = pod.task();
        GangState gang = task == null ? null : state.gangs().of(task.gangUid());
        if (gang == null || task == null) {
            settleForeign(pod);
            return;
        }
        state.room().freeForeign(pod.uid());
        fill(gang, task, pod);
        Placement placement = state.room().placements().of(pod.uid());
        if (placement != null) {
            follow(placement, gang, task, pod);
        } else if (!pod.nodeName().isEmpty() && !isFinal(pod)) {
            adopt(gang, task, pod);
        }
        state.gangs().touch(gang.uid());
    }

    void gone(String podUid) {
        state.room().endDoubts(podUid, state.nowMillis());
        PodView known = state.pods().of(podUid);
        if (known != null && known.task() != null) {
            state.gangs().touch(known.task().gangUid());
        }
        state.pods().remove(podUid);
        state.room().freeForeign(podUid);
        Placement placement = state.room().placements().of(podUid);
        if (placement != null && placement.stage() != Stage.DECIDED && placement.before(Stage.EXITED)) {
            lose(placement);
        } else if (placement != null) {
            state.gangs().touch(placement.record().task().gangUid());
        }
    }

    private void settleForeign(PodView pod) {
        if (pod.nodeName().isEmpty() || isFinal(pod)) {
            state.room().freeForeign(pod.uid());
        } else {
            state.room().takeForeign(pod);
        }
    }

    /** A pod takes its slot when that is empty, or when what fills it is on its way out. */
    private void fill(GangState gang, TaskId task, PodView pod) {
        if (gang.gang().role(task.role()) == null) {
            return;
        }
        boolean isLeftover = isFinal(pod) && pod.terminating();
        Slot slot = gang.openSlot(task);
        if (slot.podUid().equals(pod.uid()) || isLeftover) {
            return;
        }
        Placement present = state.room().placements().of(slot.podUid());
        boolean isLeaving = present != null
                && !present.before(Stage.TERMINATING)
                && !gang.gang().managed();
        if (slot.isEmpty() || (isLeaving && !isFinal(pod) && !pod.terminating())) {
            if (present != null && present.stage() == Stage.ENDED) {
                state.room().forget(slot.podUid());
            }
            slot.fill(pod.uid());
        }
    }

    private void follow(Placement placement, GangState gang, TaskId task, PodView pod) {
        PlacementRecord record = placement.record();
        boolean bound = !pod.nodeName().isEmpty();
        if (bound && !task.equals(record.task())) {
            moveIn(placement, gang, task, pod);
            return;
        }
        if (!placement.before(Stage.EXITED)) {
            return;
        }
        if (isFinal(pod)) {
            if (record.stage() != Stage.DECIDED) {
                end(placement, pod);
            }
            return;
        }
        if (bound && !pod.nodeName().equals(record.nodeName())) {
            moveIn(placement, gang, task, pod);
            return;
        }
        if (bound && placement.before(Stage.BOUND)) {
            Bound.note(state, placement);
        }
        if (pod.phase() == Phase.RUNNING && placement.stage() == Stage.BOUND) {
            state.room().advance(placement, placement.record().in(Stage.RUNNING), state.nowMillis());
        }
        if (pod.terminating() && placement.record().seated()) {
            placement.asks().settled(Ask.EVICT);
            state.room().advance(placement, placement.record().in(Stage.TERMINATING), state.nowMillis());
        }
    }

    /** The pod is elsewhere than was thought, or the member that it is now is another: the books begin anew. */
    private void moveIn(Placement placement, GangState gang, TaskId task, PodView pod) {
        state.room().unseat(placement, state.nowMillis());
        if (!isFinal(pod)) {
            adopt(gang, task, pod);
        }
    }

    private void end(Placement placement, PodView pod) {
        boolean lost = placement.stage() == Stage.TERMINATING || pod.terminating();
        boolean well = pod.phase() == Phase.SUCCEEDED;
        state.decisions()
                .pod(Kind.ENDED, placement.record(), ResourceVector.ZERO, "exit=" + pod.exitCode() + " lost=" + lost);
        state.room().advance(placement, placement.record().exited(pod.exitCode(), well, lost), state.nowMillis());
    }

    private void lose(Placement placement) {
        state.decisions().pod(Kind.ENDED, placement.record(), ResourceVector.ZERO, "cause=POD_GONE lost=true");
        state.room().advance(placement, placement.record().exited(-1, false, true), state.nowMillis());
    }

    /** A pod of ours is bound though we do not know it: the ledger was lost, or another leader bound it. */
    private void adopt(GangState gang, TaskId task, PodView pod) {
        List<Grant> grants = new ArrayList<>(state.room().confirm(pod.uid(), pod.nodeName()));
        if (grants.isEmpty()) {
            pod.grants().forEach(grant -> grants.add(held(grant, pod.nodeName())));
        }
        long generation = grants.stream().mapToLong(Grant::generation).max().orElse(0);
        Stage stage =
                pod.terminating() ? Stage.TERMINATING : pod.phase() == Phase.RUNNING ? Stage.RUNNING : Stage.BOUND;
        Placement placement = state.room()
                .take(
                        new PlacementRecord(
                                pod.uid(),
                                task,
                                pod.nodeName(),
                                requests(gang, task, pod),
                                grants,
                                stage,
                                0,
                                false,
                                false),
                        generation);
        Bound.note(state, placement);
        if (pod.terminating()) {
            placement.asks().settled(Ask.EVICT);
        }
        state.decisions().pod(Kind.BOUND, placement.record(), ResourceVector.ZERO, "cause=ADOPTED");
    }

    /** What the pod says it takes, and at least what its template asks. */
    private static ResourceVector requests(GangState gang, TaskId task, PodView pod) {
        MemberGroup role = gang.gang().role(task.role());
        PodTemplate template = role == null ? null : role.template();
        return template == null
                ? pod.requests()
                : TaskShape.of(template, List.of()).requests().max(pod.requests());
    }

    /** The grant in the state its agent told of, when it did; until then it must tell. */
    private Grant held(Grant grant, String nodeName) {
        for (Grant known : state.room().giveBacks().onNode(nodeName)) {
            if (known.key().equals(grant.key()) && known.generation() >= grant.generation()) {
                state.room().notHeld(known);
                return known;
            }
        }
        return grant.onNode(nodeName).in(Grant.State.SENT);
    }

    private static boolean isFinal(PodView pod) {
        return pod.phase() == Phase.SUCCEEDED || pod.phase() == Phase.FAILED;
    }
}
