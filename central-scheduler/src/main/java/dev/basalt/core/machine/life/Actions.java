package dev.basalt.core.machine.life;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.Doubts.Doubt;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Does what rules would do: changes the books and puts effects into the outbox. */
final class Actions {
    private final ClusterState state;

    Actions(ClusterState state) {
        this.state = state;
    }

    void apply(GangState gang, Move move) {
        switch (move) {
            case Move.AskPods ask -> askPods(gang, ask.slots());
            case Move.DropPod drop -> {
                drop(drop.slot().podUid());
                drop.slot().vacate();
            }
            case Move.DropStray stray -> drop(stray.podUid());
            case Move.Fill fill -> fill.slot().fill(fill.podUid());
            case Move.Vacate vacate -> vacate.slot().vacate();
            case Move.EndUnplaced end -> endUnplaced(end.slot());
            case Move.CloseSlot close -> gang.closeSlot(close.task());
            case Move.SendGrants send -> send(send.placement());
            case Move.Bind bind -> bind(gang, bind.placements());
            case Move.Commit commit -> commit(commit.placement());
            case Move.Withdraw withdraw -> withdraw(gang, withdraw);
            case Move.Unseat unseat -> unseat(gang, unseat.placement(), unseat.why());
            case Move.Miss miss -> miss.placement().missingSince(state.nowMillis());
            case Move.End end -> end(gang, end);
            case Move.Lose lose -> lose(lose.placement());
            case Move.GiveBack giveBack -> giveBack(giveBack.placement());
            case Move.HalfBound halfBound -> gang.halfBoundSince(halfBound.sinceMillis());
            case Move.WaveDeadline deadline -> gang.waveDeadline(deadline.atMillis());
            case Move.Forget forget -> forget(gang);
        }
    }

    private void askPods(GangState gang, List<Slot> slots) {
        List<Effect.CreatePods.PodAsk> asks = new ArrayList<>();
        for (Slot slot : slots) {
            int incarnation = gang.nextIncarnation(slot);
            slot.asked(incarnation, state.nowMillis());
            asks.add(new Effect.CreatePods.PodAsk(slot.task(), incarnation));
        }
        state.gangChanged(gang);
        state.outbox().pods(new Effect.CreatePods(epoch(), gang.uid(), asks));
    }

    private void drop(String podUid) {
        state.pods().remove(podUid);
        state.outbox().pods(new Effect.DeletePod(epoch(), podUid));
    }

    private void endUnplaced(Slot slot) {
        PodView pod = state.pods().of(slot.podUid());
        if (pod != null) {
            boolean well = pod.phase() == PodView.Phase.SUCCEEDED;
            PlacementRecord record = new PlacementRecord(
                    pod.uid(),
                    slot.task(),
                    pod.nodeName(),
                    ResourceVector.ZERO,
                    List.of(),
                    Stage.ENDED,
                    pod.exitCode(),
                    well,
                    false);
            state.room().take(record, 0);
        }
    }

    private void send(Placement placement) {
        placement.asks().asked(Ask.GRANTS, state.nowMillis());
        for (Grant grant : placement.record().grants()) {
            if (grant.state() == Grant.State.SENT) {
                state.outbox().send(grant);
            }
        }
    }

    private void bind(GangState gang, List<Placement> placements) {
        for (Placement placement : placements) {
            PlacementRecord record = placement.record();
            placement.asks().asked(Ask.BIND, state.nowMillis());
            if (record.stage() == Stage.DECIDED) {
                state.room().advance(placement, record.in(Stage.BINDING), state.nowMillis());
                gang.waveDeadline(Long.MAX_VALUE);
            }
            PodTemplate template = template(gang, record);
            state.outbox()
                    .pods(new Effect.Bind(
                            epoch(),
                            gang.uid(),
                            record.task(),
                            record.podUid(),
                            record.nodeName(),
                            placement.generation(),
                            record.grants(),
                            gang.rank(record.task()),
                            gang.desired(),
                            template == null ? List.of() : template.containers(),
                            gang.gang().declaredRunMillis(),
                            grace(template)));
        }
    }

    private void commit(Placement placement) {
        placement.asks().asked(Ask.COMMIT, state.nowMillis());
        for (Grant grant : placement.record().grants()) {
            if (grant.state() == Grant.State.ACCEPTED) {
                state.outbox().commit(grant);
            }
        }
    }

    private void withdraw(GangState gang, Move.Withdraw withdraw) {
        for (Placement placement : withdraw.placements()) {
            state.room().unseat(placement, state.nowMillis());
        }
        withdraw.avoidNodes().forEach(node -> gang.avoid(node, state.nowMillis() + Limits.AVOID_NODE_MILLIS));
        gang.waveDeadline(Long.MAX_VALUE);
        state.decisions()
                .gang(
                        Kind.WITHDRAWN,
                        gang.uid(),
                        "members=" + withdraw.placements().size() + " why=" + withdraw.why());
    }

    private void unseat(GangState gang, Placement placement, String why) {
        PlacementRecord record = placement.record();
        if (placement.isPodLost() || isOnExecutor(record.nodeName())) {
            state.room().unseat(placement, state.nowMillis());
        } else {
            state.room().doubt(placement, state.nowMillis() + Limits.BIND_MILLIS);
        }
        gang.avoid(record.nodeName(), state.nowMillis() + Limits.AVOID_NODE_MILLIS);
        state.decisions().pod(Kind.WITHDRAWN, record, ResourceVector.ZERO, "why=" + why);
        if (placement.isPodLost()) {
            lostPod(gang, record.podUid());
        }
    }

    /** The pod can never be bound: it is gone, or an earlier bind succeeded of which nobody heard. */
    private void lostPod(GangState gang, String podUid) {
        List<Doubt> doubts = state.room().doubts().ofPod(podUid);
        if (!doubts.isEmpty()) {
            PlacementRecord record = doubts.getFirst().record();
            state.room().confirm(podUid, record.nodeName());
            long generation =
                    record.grants().stream().mapToLong(Grant::generation).max().orElse(state.generation());
            state.room().take(record.in(Stage.BINDING), generation);
        } else if (gang.gang().managed()) {
            drop(podUid);
        } else {
            state.pods().remove(podUid);
        }
    }

    private void end(GangState gang, Move.End end) {
        Placement placement = end.placement();
        PlacementRecord record = placement.record();
        boolean isFirst = record.stage() != Stage.TERMINATING;
        if (isFirst) {
            state.decisions()
                    .pod(Kind.EVICTED, record, ResourceVector.ZERO, "cause=" + end.cause() + " " + end.detail());
            state.room().advance(placement, record.in(Stage.TERMINATING), state.nowMillis());
        }
        placement.asks().asked(Ask.EVICT, state.nowMillis());
        state.outbox()
                .pods(new Effect.Evict(
                        epoch(),
                        record.podUid(),
                        record.nodeName(),
                        grace(template(gang, record)),
                        end.cause(),
                        end.detail()));
    }

    private void lose(Placement placement) {
        state.pods().remove(placement.podUid());
        state.decisions()
                .pod(Kind.ENDED, placement.record(), ResourceVector.ZERO, "cause=UNKNOWN_TO_EXECUTOR lost=true");
        state.room().advance(placement, placement.record().exited(-1, false, true), state.nowMillis());
    }

    private void giveBack(Placement placement) {
        placement.asks().asked(Ask.WITHDRAW, state.nowMillis());
        for (Grant grant : placement.record().grants()) {
            if (grant.state() != Grant.State.RELEASED) {
                state.outbox().withdraw(grant);
            }
        }
    }

    private void forget(GangState gang) {
        for (Placement placement : state.room().placements().ofGang(gang.uid())) {
            state.room().forget(placement.podUid());
        }
        state.removeGang(gang.uid());
    }

    private boolean isOnExecutor(String nodeName) {
        NodeEntry node = state.nodes().of(nodeName);
        return node != null && node.isExecutor();
    }

    private long epoch() {
        return state.gate().epoch();
    }

    private static @Nullable PodTemplate template(GangState gang, PlacementRecord record) {
        MemberGroup role = gang.gang().role(record.task().role());
        return role == null ? null : role.template();
    }

    private static long grace(@Nullable PodTemplate template) {
        return template == null ? PodTemplate.DEFAULT_GRACE_MILLIS : template.graceMillis();
    }
}
