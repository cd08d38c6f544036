package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.machine.state.ClusterState;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks at the whole state for what must never be. Tests and the simulator call it after every step. */
final class StateCheck {
    private final ClusterState state;
    private final List<String> violations = new ArrayList<>();

    private StateCheck(ClusterState state) {
        this.state = state;
    }

    static List<String> violations(ClusterState state) {
        StateCheck check = new StateCheck(state);
        check.exclusiveDevicesAreAlone();
        state.gangs().all().forEach(check::gang);
        state.room().placements().all().forEach(check::placement);
        return List.copyOf(check.violations);
    }

    /** An exclusive device has one pod, counting grants that are being given back. */
    private void exclusiveDevicesAreAlone() {
        TreeMap<String, TreeSet<String>> users = new TreeMap<>();
        TreeSet<String> exclusive = new TreeSet<>();
        List<Grant> grants = new ArrayList<>();
        for (Placement placement : state.room().placements().all()) {
            if (placement.stage() != Stage.ENDED) {
                grants.addAll(placement.record().grants());
            }
        }
        for (String node : state.room().giveBacks().nodeNames()) {
            grants.addAll(state.room().giveBacks().onNode(node));
        }
        state.room()
                .doubts()
                .all()
                .forEach(doubt -> grants.addAll(doubt.record().grants()));
        for (Grant grant : grants) {
            String device = grant.node() + "/" + grant.key().deviceUuid();
            users.computeIfAbsent(device, any -> new TreeSet<>())
                    .add(grant.key().podUid());
            if (grant.exclusive()) {
                exclusive.add(device);
            }
        }
        for (String device : exclusive) {
            TreeSet<String> pods = users.getOrDefault(device, new TreeSet<>());
            if (pods.size() > 1) {
                violations.add("device " + device + " is exclusive and taken by " + pods);
            }
        }
    }

    /** What is decided has a deadline, and what is half bound is being completed. */
    private void gang(GangState gang) {
        boolean decided = false;
        for (Slot slot : gang.slots()) {
            Placement placement = state.room().placements().of(slot.podUid());
            decided |= placement != null && placement.stage() == Stage.DECIDED;
            if (placement != null && !placement.record().task().equals(slot.task())) {
                violations.add("slot " + slot.task() + " is filled by pod " + slot.podUid() + " of "
                        + placement.record().task());
            }
        }
        if (state.gate().isOpen() && decided && gang.waveDeadlineMillis() == Long.MAX_VALUE) {
            violations.add("gang " + gang.uid() + " has decided members and no deadline");
        }
    }

    private void placement(Placement placement) {
        PlacementRecord record = placement.record();
        if (state.gangs().of(record.task().gangUid()) == null) {
            violations.add("pod " + record.podUid() + " is placed for unknown gang "
                    + record.task().gangUid());
        }
        if (record.stage() == Stage.EXITED && record.released()) {
            violations.add("pod " + record.podUid() + " is over and released, and still holds room");
        }
        if (record.stage() == Stage.ENDED && record.lost()) {
            violations.add("pod " + record.podUid() + " was lost and is kept");
        }
        for (Grant grant : record.grants()) {
            if (!grant.node().equals(record.nodeName()) || !grant.key().podUid().equals(record.podUid())) {
                violations.add("pod " + record.podUid() + " on " + record.nodeName() + " holds " + grant);
            }
        }
    }
}
