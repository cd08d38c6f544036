package dev.basalt.core.plan;

import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.queue.QueueLedger;
import dev.basalt.core.queue.QueueTree;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Verifies a plan against the snapshot it was made from, by plain sums over charges instead of the planner's columns
 * and logs. Cheap enough for production: it looks only at nodes that the plan uses.
 */
public final class PlanCheck {
    private final ClusterSnapshot snapshot;
    private final TreeMap<String, GangDemand> demands = new TreeMap<>();
    private final TreeMap<String, List<Charge>> newOnNode = new TreeMap<>();
    private final TreeSet<String> pods = new TreeSet<>();

    private PlanCheck(ClusterSnapshot snapshot, List<GangDemand> demandList) {
        this.snapshot = snapshot;
        demandList.forEach(demand -> demands.put(demand.gang().uid(), demand));
    }

    /**
     * Passes in silence or names the broken invariant.
     *
     * @throws IllegalStateException when the plan oversubscribes a device or node, places less than a gang's minimum,
     *     takes a queue over its capability, or places a pod twice
     */
    public static void verify(ClusterSnapshot snapshot, List<GangDemand> demands, Plan plan) {
        PlanCheck check = new PlanCheck(snapshot, demands);
        for (Plan.Outcome outcome : plan.outcomes()) {
            if (outcome instanceof Plan.Placed placed) {
                check.gang(placed);
            }
        }
        check.newOnNode.forEach(check::node);
        check.queues();
    }

    /** Members exist and wait, are placed once, and are enough. */
    private void gang(Plan.Placed placed) {
        GangDemand demand = demands.get(placed.gangUid());
        require(demand != null, "a placed gang was asked for", placed.gangUid());
        if (demand == null) {
            return;
        }
        TreeMap<TaskId, String> waiting = new TreeMap<>();
        demand.wanted().forEach(member -> waiting.put(member.task(), member.podUid()));
        for (Plan.Seat seat : placed.seats()) {
            require(seat.podUid().equals(waiting.get(seat.task())), "a placed member waited", seat.task());
            require(pods.add(seat.podUid()), "a pod is placed once", seat.podUid());
            newOnNode
                    .computeIfAbsent(seat.nodeName(), name -> new ArrayList<>())
                    .add(charge(seat, demand));
        }
        int members = demand.placed().size() + placed.seats().size();
        require(
                members >= demand.gang().minimum(),
                "a gang has its minimum",
                placed.gangUid() + " has " + members + " of " + demand.gang().minimum());
        for (MemberGroup group : demand.gang().groups()) {
            require(
                    isComplete(group, demand, placed),
                    "each role has its minimum",
                    placed.gangUid() + " in " + group.name());
        }
    }

    private static boolean isComplete(MemberGroup group, GangDemand demand, Plan.Placed placed) {
        if (group.children().isEmpty()) {
            long before = demand.placed().stream()
                    .filter(member -> member.task().role().equals(group.name()))
                    .count();
            long now = placed.seats().stream()
                    .filter(seat -> seat.task().role().equals(group.name()))
                    .count();
            return before + now >= group.minimum();
        }
        long complete = group.children().stream()
                .filter(child -> isComplete(child, demand, placed))
                .count();
        return complete >= group.minimum();
    }

    private static Charge charge(Plan.Seat seat, GangDemand demand) {
        List<DeviceCharge> devices = new ArrayList<>();
        for (Plan.DeviceSeat device : seat.devices()) {
            devices.add(new DeviceCharge(
                    device.container(),
                    device.deviceUuid(),
                    device.memoryMib(),
                    device.corePermille(),
                    device.exclusive(),
                    device.phase()));
        }
        Gang gang = demand.gang();
        MemberGroup role = gang.role(seat.task().role());
        PodTemplate template = role == null ? null : role.template();
        List<String> ports = template == null ? List.of() : template.hostPorts();
        Resident resident = template == null ? Resident.NONE : Resident.of(gang.namespace(), template);
        return new Charge(
                seat.podUid(), gang.uid(), gang.queue(), seat.nodeName(), seat.requests(), devices, ports, resident, 0);
    }

    /** Sums over a node and each of its devices. */
    private void node(String name, List<Charge> added) {
        int node = snapshot.nodeIndex(name);
        require(node >= 0, "a placed member's node exists", name);
        ResourceVector asked = ResourceVector.ZERO;
        for (Charge charge : added) {
            asked = asked.plus(charge.requests());
        }
        for (Map.Entry<String, Long> each : asked.amounts().entrySet()) {
            long free = snapshot.freeOf(snapshot.resourceIndex(each.getKey()), node);
            require(
                    each.getValue() <= free,
                    "a node gives no more than it has",
                    name + ' ' + each.getKey() + ": " + each.getValue() + " of " + free);
        }
        TreeSet<String> ports = new TreeSet<>(snapshot.takenPorts(node));
        added.forEach(charge -> charge.hostPorts()
                .forEach(port -> require(ports.add(port), "a host port has one owner", name + ' ' + port)));
        TreeMap<String, DeviceRules.Sum> sums = new TreeMap<>();
        for (Charge charge : snapshot.charges(node)) {
            add(sums, charge, false);
        }
        for (Charge charge : added) {
            add(sums, charge, true);
        }
        sums.forEach((uuid, sum) -> {
            if (sum.isNew) {
                DeviceRules.check(snapshot, node, uuid, sum);
            }
        });
    }

    private static void add(Map<String, DeviceRules.Sum> sums, Charge charge, boolean isNew) {
        TreeSet<String> uuids = new TreeSet<>();
        TreeSet<String> containers = new TreeSet<>();
        for (DeviceCharge part : charge.devices()) {
            uuids.add(part.deviceUuid());
            boolean distinct = containers.add(part.container() + '\0' + part.deviceUuid());
            require(distinct || !isNew, "a container's devices are distinct", charge.podUid());
        }
        for (String uuid : uuids) {
            DeviceRules.Sum sum = sums.computeIfAbsent(uuid, key -> new DeviceRules.Sum());
            long[] sidecars = new long[4];
            long[] mains = new long[4];
            long[] init = new long[4];
            for (DeviceCharge part : charge.devices()) {
                if (part.deviceUuid().equals(uuid)) {
                    addPart(
                            switch (part.phase()) {
                                case INIT -> init;
                                case MAIN -> mains;
                                case RESTARTABLE_INIT -> sidecars;
                            },
                            part);
                }
            }
            boolean shared = mains[3] + sidecars[3] > 0 && mains[2] + sidecars[2] > 1;
            require(!shared || !isNew, "an exclusive device has one container at a time", uuid);
            sum.isNew |= isNew;
            sum.pods++;
            sum.mib += sidecars[0] + Math.max(mains[0], init[0]);
            sum.permille += sidecars[1] + Math.max(mains[1], init[1]);
            sum.users += (int) (sidecars[2] + Math.max(mains[2], init[2]));
            sum.exclusives += sidecars[3] + Math.max(mains[3], init[3]) > 0 ? 1 : 0;
        }
    }

    /** Inits run one at a time, all others together. */
    private static void addPart(long[] sums, DeviceCharge part) {
        long[] values = {part.memoryMib(), part.corePermille(), 1, part.exclusive() ? 1 : 0};
        for (int at = 0; at < values.length; at++) {
            sums[at] = part.phase() == Phase.INIT ? Math.max(sums[at], values[at]) : sums[at] + values[at];
        }
    }

    /** No queue that the plan added to is over a capability. */
    private void queues() {
        QueueLedger before = new QueueLedger(new QueueTree(snapshot.queues()), snapshot);
        TreeMap<String, ResourceVector> added = new TreeMap<>();
        newOnNode.forEach((name, charges) -> {
            int node = snapshot.nodeIndex(name);
            charges.forEach(charge -> added.merge(charge.queue(), snapshot.cost(node, charge), ResourceVector::plus));
        });
        added.forEach((queue, cost) -> {
            Refusal.QueueFull full = before.full(queue, cost, cost);
            require(full == null, "no queue is over its capability", full == null ? "" : full);
            before.add(queue, cost);
        });
    }

    static void require(boolean holds, String invariant, Object values) {
        if (!holds) {
            throw new IllegalStateException("broken plan: " + invariant + ": " + values);
        }
    }
}
