package dev.basalt.core.machine.state;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Doubts;
import dev.basalt.core.machine.members.Doubts.Doubt;
import dev.basalt.core.machine.members.GangBook;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.GiveBacks;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.PlacementBook;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/**
 * Takes room for pods and gives it back. Room of GPUs is free only when the agent says that nothing of the grant is
 * left, or the node itself is gone; until then it is charged, whatever became of the pod.
 */
public final class Room {
    private final ClusterColumns columns;
    private final GangBook gangs;
    private final Wake wake;
    private final LedgerChanges ledger;
    private final Deadlines deadlines;
    private final PlacementBook placements = new PlacementBook();
    private final GiveBacks giveBacks;
    private final Doubts doubts = new Doubts();
    private final TreeMap<String, PodView> foreign = new TreeMap<>();

    Room(ClusterColumns columns, GangBook gangs, Wake wake, LedgerChanges ledger, Deadlines deadlines) {
        this.columns = columns;
        this.gangs = gangs;
        this.wake = wake;
        this.ledger = ledger;
        this.deadlines = deadlines;
        giveBacks = new GiveBacks(columns);
    }

    public PlacementBook placements() {
        return placements;
    }

    /** Grants that nobody wants and that are not released. */
    public GiveBacks giveBacks() {
        return giveBacks;
    }

    /** Binds of which nobody knows whether they happened. */
    public Doubts doubts() {
        return doubts;
    }

    /** Pods that others placed and that use room, by UID. */
    public Collection<PodView> foreign() {
        return Collections.unmodifiableCollection(foreign.values());
    }

    /** Puts a pod of a known gang on a node, as decided in that generation. */
    public Placement take(PlacementRecord record, long generation) {
        Placement placement = placements.put(record, generation);
        ledger.pod(record.podUid());
        charge(placement);
        settle(placement);
        return placement;
    }

    /** A placement goes on. When all of it is over, its room is free; when its pod was lost, its slot is empty. */
    public void advance(Placement placement, PlacementRecord next, long nowMillis) {
        boolean startsRunning = next.stage() == Stage.RUNNING && placement.runningSinceMillis() == 0;
        if (startsRunning) {
            placement.runningSince(Math.max(1, nowMillis));
        }
        placement.become(next);
        if (next.lost()) {
            vacate(placement);
        }
        if (startsRunning) {
            charge(placement);
        }
        settle(placement);
        ledger.pod(next.podUid());
        if (next.lost() && placement.stage() == Stage.ENDED) {
            placements.remove(next.podUid());
        }
    }

    /**
     * The pod is not there and will not be: it wants a node again. Its grants are given back to the agent; their room
     * stays taken until it says so.
     */
    public void unseat(Placement placement, long nowMillis) {
        giveBack(placement.record().grants(), chargeOf(placement), nowMillis);
        forget(placement.podUid());
    }

    /** The pod wants a node again, and may be bound to this one all the same: its room stays taken for a while. */
    public void doubt(Placement placement, long untilMillis) {
        PlacementRecord record = placement.record();
        Charge charge = chargeOf(placement).chargedTo(GiveBacks.chargeUid(record.podUid(), record.nodeName()));
        forget(record.podUid());
        doubts.add(new Doubt(record, charge, untilMillis));
        columns.charge(charge);
        deadlines.arm(Deadlines.Kind.NODE_GIVES_BACK, record.nodeName(), untilMillis);
    }

    /** It is known where the pod is, or that it is nowhere: what was kept for it elsewhere is given back. */
    public void endDoubts(String podUid, long nowMillis) {
        for (Doubt doubt : doubts.ofPod(podUid)) {
            endDoubt(doubt, nowMillis);
        }
    }

    /** Ends those doubts about a node whose time is over. */
    public void endOldDoubts(String nodeName, long nowMillis) {
        for (Doubt doubt : doubts.onNode(nodeName)) {
            if (doubt.untilMillis() <= nowMillis) {
                endDoubt(doubt, nowMillis);
            } else {
                deadlines.arm(Deadlines.Kind.NODE_GIVES_BACK, nodeName, doubt.untilMillis());
            }
        }
    }

    /** The pod is bound to that node: takes out its grants as they were kept for it; none when there was no doubt. */
    public List<Grant> confirm(String podUid, String nodeName) {
        Doubt doubt = doubts.take(podUid, nodeName);
        if (doubt == null) {
            return List.of();
        }
        columns.release(GiveBacks.chargeUid(podUid, nodeName));
        return doubt.record().grants();
    }

    private void endDoubt(Doubt doubt, long nowMillis) {
        giveBack(confirm(doubt.record().podUid(), doubt.record().nodeName()), doubt.charge(), nowMillis);
        wake.roomFreed();
    }

    /** Nothing of the placement needs to be known any more. */
    public void forget(String podUid) {
        Placement placement = placements.of(podUid);
        if (placement != null) {
            placements.remove(podUid);
            ledger.pod(podUid);
            columns.release(podUid);
            wake.roomFreed();
            gangs.touch(placement.record().task().gangUid());
        }
    }

    /** An agent holds a grant that nobody wants, of a pod nobody knows. */
    public void giveBack(Grant grant, long nowMillis) {
        giveBack(grant, ContainerSpec.Phase.MAIN, nowMillis);
    }

    /** Containers that run one after the other go on sharing what the pod took. */
    private void giveBack(List<Grant> grants, Charge charge, long nowMillis) {
        for (Grant grant : grants) {
            if (grant.state() != Grant.State.RELEASED) {
                giveBack(grant, charge.phase(grant.key().container()), nowMillis);
            }
        }
    }

    private void giveBack(Grant grant, ContainerSpec.Phase phase, long nowMillis) {
        giveBacks.add(grant, phase);
        deadlines.arm(Deadlines.Kind.NODE_GIVES_BACK, grant.node(), nowMillis);
    }

    /** Whether a report ends a grant that was given back; when it does, its room is free. */
    public boolean givenBack(String nodeName, GrantReport report) {
        boolean freed = giveBacks.answeredBy(nodeName, report);
        if (freed) {
            wake.roomFreed();
        }
        return freed;
    }

    /** The node holds no grant of that key any more. */
    public void notHeld(Grant grant) {
        if (giveBacks.remove(grant.node(), grant.key(), grant.generation())) {
            wake.roomFreed();
        }
    }

    /** A pod that another scheduler placed uses room. */
    public void takeForeign(PodView pod) {
        foreign.put(pod.uid(), pod);
        columns.charge(Charges.foreign(pod));
        wake.neighboursCame();
    }

    /** A pod that another scheduler placed is over, or is ours after all. */
    public void freeForeign(String podUid) {
        if (foreign.remove(podUid) != null) {
            columns.release(podUid);
            wake.roomFreed();
        }
    }

    /** Charges all of a gang's placements anew: its queue may have changed. */
    public void recharge(GangState gang) {
        for (Placement placement : placements.ofGang(gang.uid())) {
            if (placement.stage() != Stage.ENDED) {
                charge(placement);
                wake.roomFreed();
            }
        }
    }

    /** All that is on a node that is gone for ever. */
    public List<Placement> strand(String nodeName) {
        doubts.onNode(nodeName).forEach(doubt -> confirm(doubt.record().podUid(), nodeName));
        giveBacks.onNode(nodeName).forEach(this::notHeld);
        List<Placement> stranded = new ArrayList<>();
        for (Placement placement : placements.onNode(nodeName)) {
            if (placement.stage() != Stage.ENDED) {
                stranded.add(placement);
            }
        }
        return stranded;
    }

    /** What a placement takes of its node. */
    public Charge chargeOf(Placement placement) {
        String gangUid = placement.record().task().gangUid();
        GangState gang = gangs.of(gangUid);
        if (gang == null) {
            throw new IllegalStateException("pod " + placement.podUid() + " is placed for unknown gang " + gangUid);
        }
        return Charges.of(placement, gang.gang());
    }

    private void charge(Placement placement) {
        columns.charge(chargeOf(placement));
        wake.neighboursCame();
    }

    /** Ends a placement of which nothing is left, and frees its room. */
    private void settle(Placement placement) {
        PlacementRecord record = placement.record();
        if (record.stage() == Stage.EXITED && record.released()) {
            placement.become(record.in(Stage.ENDED));
        }
        if (placement.stage() == Stage.ENDED) {
            columns.release(record.podUid());
            wake.roomFreed();
        }
        gangs.touch(record.task().gangUid());
    }

    private void vacate(Placement placement) {
        GangState gang = gangs.of(placement.record().task().gangUid());
        Slot slot = gang == null ? null : gang.slot(placement.record().task());
        if (slot != null && slot.podUid().equals(placement.podUid())) {
            slot.vacate();
        }
    }
}
