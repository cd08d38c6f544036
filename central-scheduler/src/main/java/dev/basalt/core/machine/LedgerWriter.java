package dev.basalt.core.machine;

import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.machine.Effect.Persist.Change;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.LedgerChanges;
import dev.basalt.core.model.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what changed in a step, as one batch: epoch, gangs, queues, priority classes, placements, counters; each
 * kind by name. Changes that restore nothing (states of grants, counts of members) are left out.
 */
final class LedgerWriter {
    private final ClusterState state;
    private Counters stored = Counters.ZERO;

    LedgerWriter(ClusterState state) {
        this.state = state;
    }

    /** The changes since the last call; null when there are none. */
    @Nullable
    Persist write() {
        List<Change> changes = new ArrayList<>();
        LedgerChanges ledger = state.ledger();
        if (ledger.takeEpoch()) {
            changes.add(new Persist.PutEpoch(state.gate().epoch()));
        }
        ledger.takeGangs().forEach(uid -> gang(uid, changes));
        ledger.takeQueues().forEach(name -> queue(name, changes));
        SortedMap<String, Integer> classes = state.queues().classes();
        ledger.takeClasses().forEach(name -> changes.add(priorityClass(name, classes.get(name))));
        ledger.takePods().forEach(podUid -> placement(podUid, changes));
        Counters counters = state.counters();
        if (!counters.equals(stored)) {
            changes.add(new Persist.PutCounters(counters));
            stored = counters;
        }
        return changes.isEmpty() ? null : new Persist(state.gate().epoch(), changes);
    }

    private void gang(String uid, List<Change> changes) {
        GangState gang = state.gangs().of(uid);
        if (gang == null) {
            changes.add(new Persist.RemoveGang(uid));
        } else if (gang.needsStoring()) {
            gang.stored();
            changes.add(new Persist.PutGang(gang.record()));
        }
    }

    private void queue(String name, List<Change> changes) {
        long version = state.versions(Listed.Kind.QUEUES).version(name);
        for (Queue queue : state.queues().queues()) {
            if (queue.name().equals(name) && version != Long.MIN_VALUE) {
                changes.add(new Persist.PutQueue(queue, version));
                return;
            }
        }
        changes.add(new Persist.RemoveQueue(name));
    }

    private Change priorityClass(String name, @Nullable Integer value) {
        long version = state.versions(Listed.Kind.PRIORITY_CLASSES).version(name);
        return value == null
                ? new Persist.RemovePriorityClass(name)
                : new Persist.PutPriorityClass(name, value, version);
    }

    private void placement(String podUid, List<Change> changes) {
        Placement placement = state.room().placements().of(podUid);
        if (placement == null) {
            changes.add(new Persist.RemovePlacement(podUid));
        } else if (placement.needsStoring()) {
            placement.stored();
            changes.add(new Persist.PutPlacement(placement.record()));
        }
    }
}
