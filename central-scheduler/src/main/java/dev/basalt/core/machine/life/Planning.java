package dev.basalt.core.machine.life;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.Wake;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.PlanCheck;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Asks the planner when something changed that may let a waiting gang start, and puts down what it decided. */
public final class Planning {
    private final ClusterState state;
    private final Maker maker;
    private final TreeSet<String> demanding = new TreeSet<>();

    public Planning(ClusterState state, Maker maker) {
        this.state = state;
        this.maker = maker;
    }

    /** What makes plans: {@link Planner}, or in tests one with a bug. */
    public interface Maker {
        Plan plan(Policy policy, ClusterSnapshot snapshot, List<GangDemand> demands);
    }

    /** Works out anew what a gang wants; planning wakes when that changed. */
    public void refresh(GangState gang) {
        if (state.gangs().of(gang.uid()) != gang) {
            demanding.remove(gang.uid());
            return;
        }
        GangDemand before = gang.demand();
        GangDemand now;
        try {
            now = Demands.of(state, gang);
        } catch (RuntimeException bug) {
            Quarantine.set(state, gang, bug);
            now = null;
        }
        gang.demand(now);
        if (now == null) {
            demanding.remove(gang.uid());
        } else {
            demanding.add(gang.uid());
            if (!now.equals(before)) {
                state.wake().gang(gang.uid());
            }
        }
    }

    /** One planning pass, if there is reason for one. */
    public void run() {
        Wake wake = state.wake();
        if (!wake.isAwake()) {
            return;
        }
        List<GangDemand> demands = awake();
        wake.sleep();
        if (demands.stream().allMatch(demand -> demand.wanted().isEmpty())) {
            return;
        }
        ClusterSnapshot snapshot = state.snapshot();
        Plan plan = plan(snapshot, demands);
        putDown(snapshot, plan);
        wakeUnanswered(demands, plan);
    }

    /** Demands that may fare better now than in the last pass. Gangs under repair always compete: they go first. */
    private List<GangDemand> awake() {
        Wake wake = state.wake();
        List<GangDemand> awake = new ArrayList<>();
        for (String uid : new ArrayList<>(demanding)) {
            GangState gang = state.gangs().of(uid);
            GangDemand demand = gang == null ? null : gang.demand();
            if (gang == null || demand == null) {
                demanding.remove(uid);
                continue;
            }
            boolean mayFit = wake.hasClusterChanged()
                    || wake.hasGang(uid)
                    || (wake.hasRoomFreed() && !Refusal.lasting(gang.refusals()))
                    || (wake.haveNeighboursCome() && waitsForNeighbours(gang));
            if (mayFit || demand.repairing() || demand.wanted().isEmpty()) {
                awake.add(demand);
            }
        }
        return awake;
    }

    private static boolean waitsForNeighbours(GangState gang) {
        return gang.gang().roles().stream()
                .map(MemberGroup::template)
                .anyMatch(template -> template != null && !template.neighbours().isNone());
    }

    private Plan plan(ClusterSnapshot snapshot, List<GangDemand> demands) {
        try {
            return planned(snapshot, demands);
        } catch (RuntimeException bug) {
            return planAround(snapshot, demands, bug);
        }
    }

    private Plan planned(ClusterSnapshot snapshot, List<GangDemand> demands) {
        Plan plan = maker.plan(state.policy(), snapshot, demands);
        PlanCheck.verify(snapshot, demands, plan);
        return plan;
    }

    /**
     * A bug came up: sets aside every gang that brings it up alone, and plans the others. When none does alone, plans
     * one gang in this pass; the others are woken for the next.
     */
    private Plan planAround(ClusterSnapshot snapshot, List<GangDemand> demands, RuntimeException bug) {
        List<GangDemand> sound = new ArrayList<>();
        for (GangDemand demand : demands) {
            try {
                planned(snapshot, List.of(demand));
                sound.add(demand);
            } catch (RuntimeException own) {
                setAside(demand, own);
            }
        }
        if (sound.size() == demands.size()) {
            state.decisions().gang(Kind.REFUSED, "", "planning all gangs at once failed: " + bug);
            return planned(snapshot, sound.subList(0, 1));
        }
        return plan(snapshot, sound);
    }

    private void setAside(GangDemand demand, RuntimeException bug) {
        GangState gang = state.gangs().of(demand.gang().uid());
        if (gang != null) {
            Quarantine.set(state, gang, bug);
            gang.demand(null);
            demanding.remove(gang.uid());
            state.gangs().touch(gang.uid());
        }
    }

    private void wakeUnanswered(List<GangDemand> demands, Plan plan) {
        TreeSet<String> answered = new TreeSet<>();
        plan.outcomes().forEach(outcome -> answered.add(outcome.gangUid()));
        for (GangDemand demand : demands) {
            String uid = demand.gang().uid();
            if (!demand.wanted().isEmpty() && !answered.contains(uid) && demanding.contains(uid)) {
                state.wake().gang(uid);
            }
        }
    }

    private void putDown(ClusterSnapshot snapshot, Plan plan) {
        long generation = 0;
        for (Plan.Outcome outcome : plan.outcomes()) {
            GangState gang = state.gangs().of(outcome.gangUid());
            if (gang == null) {
                throw new IllegalStateException("the plan names gang " + outcome.gangUid() + ", which does not exist");
            }
            switch (outcome) {
                case Plan.Waits waits -> gang.refused(waits.refusals());
                case Plan.Placed placed -> {
                    generation = generation == 0 ? state.nextGeneration() : generation;
                    gang.refused(placed.stillWaiting());
                    gang.waveDeadline(state.nowMillis() + state.policy().acceptMillis());
                    for (Plan.Seat seat : placed.seats()) {
                        if (!Demands.isAwaited(seat.podUid())) {
                            seat(snapshot, seat, generation);
                        }
                    }
                }
            }
            state.gangs().touch(gang.uid());
        }
    }

    private void seat(ClusterSnapshot snapshot, Plan.Seat seat, long generation) {
        List<Grant> grants = new ArrayList<>();
        for (Plan.DeviceSeat device : seat.devices()) {
            grants.add(new Grant(
                    new Grant.Key(seat.podUid(), device.container(), device.deviceUuid()),
                    seat.nodeName(),
                    device.memoryMib(),
                    device.corePermille(),
                    device.exclusive(),
                    state.gate().epoch(),
                    generation,
                    Grant.State.SENT));
        }
        grants.sort((left, right) -> left.key().compareTo(right.key()));
        PlacementRecord record = new PlacementRecord(
                seat.podUid(), seat.task(), seat.nodeName(), seat.requests(), grants, Stage.DECIDED, 0, false, false);
        Placement placement = state.room().take(record, generation);
        placement.asks().asked(Ask.GRANTS, state.nowMillis());
        grants.forEach(state.outbox()::send);
        state.decisions().pod(Kind.PLACED, record, cost(snapshot, placement), "generation=" + generation);
    }

    /** What the placement costs its queue, GPUs in thousandths. */
    private ResourceVector cost(ClusterSnapshot snapshot, Placement placement) {
        int node = snapshot.nodeIndex(placement.record().nodeName());
        return snapshot.cost(node, state.room().chargeOf(placement));
    }
}
