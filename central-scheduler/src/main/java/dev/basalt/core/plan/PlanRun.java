package dev.basalt.core.plan;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.place.GangAsk;
import dev.basalt.core.place.GangPlacer;
import dev.basalt.core.place.GangSeat;
import dev.basalt.core.place.Placement;
import dev.basalt.core.queue.FairOrder;
import dev.basalt.core.queue.QueueLedger;
import dev.basalt.core.queue.QueueTree;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterSnapshot;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.Quota;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One planning pass. Why gangs wait is written at the end, so that it tells of the state that the plan leaves. */
final class PlanRun {
    /** Stack frames that go into the explanation of a gang that met a bug. */
    private static final int FRAMES_TOLD = 8;

    private final ClusterSnapshot snapshot;
    private final List<GangDemand> demands;
    private final Rules rules;
    private final QueueTree tree;
    private final QueueLedger ledger;
    private final GangPlacer placer;
    private final TreeMap<String, ResourceVector> usedByGang = new TreeMap<>();
    private final List<Supplier<Plan.Outcome>> outcomes = new ArrayList<>();

    PlanRun(ClusterSnapshot snapshot, List<GangDemand> demands, Policy policy) {
        this.snapshot = snapshot;
        this.demands = demands;
        rules = new Rules(snapshot, demands);
        tree = new QueueTree(snapshot.queues());
        ledger = new QueueLedger(tree, snapshot);
        placer = new GangPlacer(snapshot, policy);
        keepPromises();
    }

    Plan run() {
        FairOrder order = new FairOrder(tree, ledger, waiting());
        int looked = 0;
        for (FairOrder.Waiting gang = order.next();
                gang != null && looked < Limits.GANGS_PER_PLAN;
                gang = order.next()) {
            looked++;
            decideSafely(demands.get(gang.index()));
        }
        return new Plan(outcomes.stream().map(Supplier::get).toList());
    }

    /** Decides on one gang alone. */
    Look look(GangDemand demand) {
        List<String> order = new ArrayList<>();
        FairOrder fair = new FairOrder(tree, ledger, waiting());
        for (FairOrder.Waiting gang = fair.next(); gang != null; gang = fair.next()) {
            order.add(demands.get(gang.index()).gang().uid());
        }
        Plan.Outcome outcome = null;
        for (Supplier<Plan.Outcome> each : outcomes) {
            Plan.Outcome refused = each.get();
            outcome = refused.gangUid().equals(demand.gang().uid()) ? refused : outcome;
        }
        if (outcome == null) {
            decideSafely(demand);
            outcome = outcomes.getLast().get();
        }
        return new Look(demand, outcome, order, crowded(demand, outcome), quota(demand));
    }

    /** The nodes as the first member meets them that finds no seat; null when that is not why the gang waits. */
    private Look.@Nullable Crowded crowded(GangDemand demand, Plan.Outcome outcome) {
        boolean lacksRoom = outcome instanceof Plan.Waits waits
                && waits.refusals().stream()
                        .anyMatch(why -> why instanceof Refusal.TooFewSeats || why instanceof Refusal.NoDomainFits);
        if (!lacksRoom) {
            return null;
        }
        GangAsk ask = read(demand).ask();
        GangAsk.RoleAsk role = placer.shortfall().crowd(ask);
        return new Look.Crowded(role.role(), role.shape(), placer.statement());
    }

    private List<Look.QuotaUse> quota(GangDemand demand) {
        GangAsk ask = read(demand).ask();
        ResourceVector wanted = QuotaGate.least(ask);
        List<Look.QuotaUse> quota = new ArrayList<>();
        for (Queue queue : tree.chain(demand.gang().queue())) {
            queue.capability().limits().forEach((resource, limit) -> {
                long used = ledger.use(queue.name()).amount(resource);
                quota.add(new Look.QuotaUse(queue.name(), resource, used, wanted.amount(resource), limit));
            });
        }
        return quota;
    }

    /** Gangs of queues that take them, and outcomes for the others. */
    List<FairOrder.Waiting> waiting() {
        List<FairOrder.Waiting> waiting = new ArrayList<>();
        for (int index = 0; index < demands.size(); index++) {
            GangDemand demand = demands.get(index);
            if (demand.wanted().isEmpty()) {
                continue;
            }
            String queue = demand.gang().queue();
            Refusal refusal = tree.refusal(queue, !demand.placed().isEmpty());
            if (refusal == null) {
                waiting.add(
                        new FairOrder.Waiting(index, queue, demand.priority(), demand.repairing(), demand.arrival()));
            } else {
                waits(demand, List.of(refusal));
            }
        }
        return waiting;
    }

    /** A bug in one gang's rules is kept to that gang: taken back, and told in its explanation. */
    private void decideSafely(GangDemand demand) {
        int mark = placer.statement().mark();
        QuotaGate gate = gate(demand);
        try {
            decide(demand, gate);
        } catch (RuntimeException bug) {
            placer.statement().rollback(mark);
            gate.revoke();
            waits(demand, List.of(new Refusal.Quarantined(detail(bug))));
        }
    }

    private void decide(GangDemand demand, QuotaGate gate) {
        DemandReader.Reading reading = read(demand);
        GangAsk ask = reading.ask();
        Refusal early = reading.missing() != null ? reading.missing() : gate.refuseEarly(ask);
        if (early != null) {
            waits(demand, List.of(early));
            return;
        }
        Placement placement = place(reading, gate);
        switch (placement) {
            case Placement.Seated seated -> seated(demand, ask, seated.seats(), gate);
            case Placement.Barred barred -> waits(demand, refusals(gate.refusal()));
            case Placement.NoRoom noRoom -> waitsForRoom(demand, ask, noRoom);
            case Placement.NoDomain noDomain -> waitsForRoom(demand, ask, noDomain);
        }
    }

    private DemandReader.Reading read(GangDemand demand) {
        return new DemandReader(demand, snapshot, rules).read();
    }

    /** When the quota of one GPU model is used up, nodes with that model are left out and the gang is tried again. */
    private Placement place(DemandReader.Reading reading, QuotaGate gate) {
        NodeSet nodes = snapshot.allNodes();
        for (int tries = 0; tries <= snapshot.models().size(); tries++) {
            Placement placement = placer.place(reading.ask(), nodes, reading.hosts(), gate);
            boolean modelFull = placement instanceof Placement.Barred
                    && gate.refusal() instanceof Refusal.QueueFull full
                    && full.resource().startsWith(Quota.MODEL_PREFIX);
            if (!modelFull) {
                return placement;
            }
            NodeSet others = nodes.andNot(nodesWithModel(gate.refusal()));
            if (others.isEmpty()) {
                return placement;
            }
            nodes = others;
        }
        return new Placement.Barred();
    }

    private NodeSet nodesWithModel(@Nullable Refusal refusal) {
        NodeSet.Builder nodes = new NodeSet.Builder(snapshot.nodeCount());
        if (refusal instanceof Refusal.QueueFull full) {
            String model = full.resource().substring(Quota.MODEL_PREFIX.length());
            for (int node = 0; node < snapshot.nodeCount(); node++) {
                if (snapshot.facts(node).devices().stream()
                        .anyMatch(device -> device.model().equals(model))) {
                    nodes.add(node);
                }
            }
        }
        return nodes.build();
    }

    private void seated(GangDemand demand, GangAsk ask, List<GangSeat> seats, QuotaGate gate) {
        List<Plan.Seat> written = new SeatWriter(demand, ask, snapshot).write(seats, placer);
        Refusal quota = gate.refusal();
        outcomes.add(() -> new Plan.Placed(demand.gang().uid(), written, stillWaiting(ask, seats, quota)));
    }

    private List<Refusal> stillWaiting(GangAsk ask, List<GangSeat> seats, @Nullable Refusal quota) {
        List<Refusal> why = new ArrayList<>();
        for (int role = 0; role < ask.roles().size(); role++) {
            int at = role;
            long seated = seats.stream().filter(seat -> seat.role() == at).count();
            if (seated < ask.roles().get(role).wanted()) {
                why.addAll(
                        quota == null
                                ? placer.shortfall().nodesRefused(ask.roles().get(role))
                                : List.of(quota));
            }
        }
        return why.stream().distinct().toList();
    }

    private void waitsForRoom(GangDemand demand, GangAsk ask, Placement placement) {
        outcomes.add(
                () -> new Plan.Waits(demand.gang().uid(), placer.shortfall().refusals(ask, placement)));
    }

    private void waits(GangDemand demand, List<Refusal> refusals) {
        outcomes.add(() -> new Plan.Waits(demand.gang().uid(), refusals));
    }

    private static List<Refusal> refusals(@Nullable Refusal refusal) {
        return refusal == null ? List.of() : List.of(refusal);
    }

    /** What gangs that run were promised and do not use is kept from others. */
    private void keepPromises() {
        for (GangDemand demand : demands) {
            if (!demand.gang().minResources().isZero() && !demand.placed().isEmpty()) {
                ResourceVector used = used(demand);
                usedByGang.put(demand.gang().uid(), used);
                ledger.add(demand.gang().queue(), QuotaGate.missing(promised(demand), used));
            }
        }
    }

    private QuotaGate gate(GangDemand demand) {
        ResourceVector used = usedByGang.getOrDefault(demand.gang().uid(), ResourceVector.ZERO);
        ResourceVector promised = promised(demand);
        boolean runs = usedByGang.containsKey(demand.gang().uid());
        ResourceVector kept = runs ? QuotaGate.missing(promised, used) : ResourceVector.ZERO;
        QuotaGate.Promise promise = new QuotaGate.Promise(promised, used, kept);
        return new QuotaGate(ledger, snapshot, demand.gang().queue(), promise);
    }

    private ResourceVector used(GangDemand demand) {
        ResourceVector used = ResourceVector.ZERO;
        for (GangDemand.Placed member : demand.placed()) {
            int node = snapshot.nodeIndex(member.nodeName());
            Charge charge = node < 0 ? null : snapshot.charge(node, member.podUid());
            if (charge != null) {
                used = used.plus(snapshot.cost(node, charge));
            }
        }
        return used;
    }

    /** The gang's minResources in the units of quotas. */
    private static ResourceVector promised(GangDemand demand) {
        ResourceVector said = demand.gang().minResources();
        long gpus = said.amount(ResourceVector.GPU);
        if (gpus == 0) {
            return said;
        }
        long milli = said.amount(ResourceVector.GPU_MILLI) + Math.min(gpus, Integer.MAX_VALUE) * 1000;
        return said.with(ResourceVector.GPU, 0).with(ResourceVector.GPU_MILLI, milli);
    }

    private static String detail(RuntimeException bug) {
        StringBuilder detail = new StringBuilder(bug.toString());
        StackTraceElement[] frames = bug.getStackTrace();
        for (int frame = 0; frame < Math.min(frames.length, FRAMES_TOLD); frame++) {
            detail.append(" at ").append(frames[frame]);
        }
        return detail.toString();
    }
}
