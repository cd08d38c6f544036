package dev.basalt.core.machine;

import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.model.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The ledger as the machine knows it: keeps what a Persist says and replays it in the order a restart needs. */
final class FakeStore {
    final TreeMap<String, GangRecord> gangs = new TreeMap<>();
    final TreeMap<String, PlacementRecord> placements = new TreeMap<>();
    final TreeMap<String, Event.QueueApplied> queues = new TreeMap<>();
    final TreeMap<String, Event.PriorityClassApplied> classes = new TreeMap<>();
    Counters counters = Counters.ZERO;
    long epoch;

    void keep(Persist persist) {
        for (Persist.Change change : persist.changes()) {
            switch (change) {
                case Persist.PutEpoch put -> epoch = put.epoch();
                case Persist.PutCounters put -> counters = put.counters();
                case Persist.PutGang put -> gangs.put(put.gang().gang().uid(), put.gang());
                case Persist.RemoveGang remove -> gangs.remove(remove.gangUid());
                case Persist.PutQueue put -> keep(put.queue(), put.version());
                case Persist.RemoveQueue remove -> queues.remove(remove.queueName());
                case Persist.PutPriorityClass put ->
                    classes.put(
                            put.name(),
                            new Event.PriorityClassApplied("store", put.name(), put.value(), put.version()));
                case Persist.RemovePriorityClass remove -> classes.remove(remove.name());
                case Persist.PutPlacement put -> placements.put(put.placement().podUid(), put.placement());
                case Persist.RemovePlacement remove -> placements.remove(remove.podUid());
                case Persist.PutHold put -> {}
                case Persist.RemoveHold remove -> {}
            }
        }
    }

    private void keep(Queue queue, long version) {
        queues.put(queue.name(), new Event.QueueApplied("store", queue, version));
    }

    /** What a new process reads before anything else. */
    List<Event> replay() {
        List<Event> events = new ArrayList<>();
        events.add(new Event.CountersRestored(counters));
        gangs.values().forEach(gang -> events.add(new Event.GangRestored(gang)));
        events.addAll(queues.values());
        events.addAll(classes.values());
        placements.values().forEach(placement -> events.add(new Event.PlacementRestored(placement)));
        return events;
    }
}
