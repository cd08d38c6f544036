package dev.basalt.core.explain;

import dev.basalt.core.explain.Explanation.Holder;
import dev.basalt.core.explain.Explanation.Members;
import dev.basalt.core.explain.Explanation.NearestFit;
import dev.basalt.core.explain.Explanation.QueueStanding;
import dev.basalt.core.explain.Explanation.Verdict;
import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Look;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.reason.WakeOn;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Answers why a gang waits, by trying it on a snapshot exactly as a planning pass would. Keeps no state. */
public final class Explainer {
    private final Planner planner;
    private final Names names;

    /** What people call pods; the snapshot knows them by their UIDs alone. */
    @FunctionalInterface
    public interface Names {
        /**
         * The name of a pod.
         *
         * @param gangUid its gang; empty when no gang of ours has it
         */
        String of(String podUid, String gangUid);
    }

    public Explainer(Policy policy, Names names) {
        planner = new Planner(policy);
        this.names = names;
    }

    /**
     * Why the gang waits.
     *
     * @param snapshot the cluster after the last planning pass
     * @param demands all gangs that want something, in any order
     * @param gangUid the gang in question
     */
    public Explanation explain(ClusterSnapshot snapshot, List<GangDemand> demands, String gangUid) {
        Look look = planner.look(snapshot, demands, gangUid);
        if (look == null) {
            return wantsNothing(gangUid);
        }
        List<Refusal> refusals = switch (look.outcome()) {
            case Plan.Placed placed -> placed.stillWaiting();
            case Plan.Waits waits -> waits.refusals();
        };
        NearestFit nearest = look.crowded() == null ? null : Nearest.find(look.crowded());
        List<Charge> charges = nearest == null ? List.of() : chargesOn(snapshot, nearest.nodeName());
        return new Explanation(
                gangUid,
                verdict(look.outcome()),
                standing(look, demands),
                members(look.demand()),
                refusals,
                nearest,
                wakes(look.outcome(), refusals),
                holders(snapshot, charges),
                earliestEnd(charges));
    }

    private static Explanation wantsNothing(String gangUid) {
        return new Explanation(
                gangUid,
                Verdict.WANTS_NOTHING,
                new QueueStanding("", 0, 0, 0, List.of()),
                new Members(0, 0, 0, 0),
                List.of(),
                null,
                List.of(),
                List.of(),
                0);
    }

    private static Verdict verdict(Plan.Outcome outcome) {
        return switch (outcome) {
            case Plan.Placed placed -> Verdict.STARTS;
            case Plan.Waits waits -> Refusal.lasting(waits.refusals()) ? Verdict.NEVER_FITS : Verdict.WAITS;
        };
    }

    private static QueueStanding standing(Look look, List<GangDemand> demands) {
        String queue = look.demand().gang().queue();
        TreeMap<String, String> queueOf = new TreeMap<>();
        demands.forEach(demand -> queueOf.put(demand.gang().uid(), demand.gang().queue()));
        int inQueue = 0;
        int positionInQueue = 0;
        for (String uid : look.order()) {
            inQueue += queue.equals(queueOf.get(uid)) ? 1 : 0;
            if (uid.equals(look.demand().gang().uid())) {
                positionInQueue = inQueue;
            }
        }
        int position = look.order().indexOf(look.demand().gang().uid()) + 1;
        return new QueueStanding(queue, position, positionInQueue, inQueue, look.quota());
    }

    private static Members members(GangDemand demand) {
        int desired = 0;
        int ofRoles = 0;
        for (MemberGroup role : demand.gang().roles()) {
            desired += role.desired();
            ofRoles += role.minimum();
        }
        int placed = demand.placed().size();
        int minimum = Math.max(demand.gang().minimum(), ofRoles);
        return new Members(minimum, desired, placed + demand.wanted().size(), placed);
    }

    private static List<WakeOn> wakes(Plan.Outcome outcome, List<Refusal> refusals) {
        List<WakeOn> wakes = new ArrayList<>();
        if (outcome instanceof Plan.Placed) {
            wakes.add(new WakeOn.NextPass());
        }
        for (Refusal refusal : refusals) {
            wakes.addAll(wakes(refusal));
        }
        return wakes.stream().distinct().toList();
    }

    private static List<WakeOn> wakes(Refusal refusal) {
        return switch (refusal) {
            case Refusal.NoSuchQueue why -> List.of(new WakeOn.QueueChanged(why.queue()));
            case Refusal.QueueParentMissing why -> List.of(new WakeOn.QueueChanged(why.parent()));
            case Refusal.QueueCycle why -> List.of(new WakeOn.QueueChanged(why.queue()));
            case Refusal.QueueClosed why -> List.of(new WakeOn.QueueChanged(why.queue()));
            case Refusal.QueueFull why ->
                why.canPass()
                        ? List.of(new WakeOn.QuotaFreed(why.queue()), new WakeOn.QueueChanged(why.queue()))
                        : List.of(new WakeOn.QueueChanged(why.queue()), new WakeOn.GangChanged());
            case Refusal.MembersMissing why -> List.of(new WakeOn.MembersArrive(why.wanted() - why.present()));
            case Refusal.TooFewSeats why -> room(why.canPass());
            case Refusal.NoDomainFits why -> room(why.canPass());
            case Refusal.NodesRefused why -> List.of();
            case Refusal.Quarantined why -> List.of(new WakeOn.GangChanged());
            case Refusal.NotReadyToPlan why -> List.of(new WakeOn.NextPass());
            case Refusal.StillReleasing why -> List.of(new WakeOn.RoomFreed());
            case Refusal.MinResourcesMissing why -> List.of(new WakeOn.RoomFreed());
        };
    }

    private static List<WakeOn> room(boolean canPass) {
        return canPass
                ? List.of(new WakeOn.RoomFreed(), new WakeOn.NodesChanged())
                : List.of(new WakeOn.NodesChanged(), new WakeOn.GangChanged());
    }

    private static List<Charge> chargesOn(ClusterSnapshot snapshot, String nodeName) {
        return snapshot.charges(snapshot.nodeIndex(nodeName));
    }

    private List<Holder> holders(ClusterSnapshot snapshot, List<Charge> charges) {
        TreeMap<String, Integer> gpuMilli = new TreeMap<>();
        for (Charge charge : charges) {
            long cost =
                    snapshot.cost(snapshot.nodeIndex(charge.nodeName()), charge).amount(ResourceVector.GPU_MILLI);
            gpuMilli.put(charge.podUid(), (int) cost);
        }
        return charges.stream()
                .sorted(Comparator.comparingInt((Charge charge) -> -gpuMilli.getOrDefault(charge.podUid(), 0))
                        .thenComparing(Charge::podUid))
                .limit(Limits.HOLDERS_NAMED)
                .map(charge -> holder(charge, gpuMilli.getOrDefault(charge.podUid(), 0)))
                .toList();
    }

    private Holder holder(Charge charge, int gpuMilli) {
        String name = names.of(charge.podUid(), charge.gangUid());
        return new Holder(name, charge.podUid(), charge.gangUid(), charge.queue(), charge.nodeName(), gpuMilli);
    }

    private static long earliestEnd(List<Charge> charges) {
        return charges.stream()
                .mapToLong(Charge::endsAtMillis)
                .filter(end -> end > 0)
                .min()
                .orElse(0);
    }
}
