package dev.basalt.ledger;

import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.proto.storage.v1.StoredCounters;
import dev.basalt.proto.storage.v1.StoredGang;
import dev.basalt.proto.storage.v1.StoredPlacement;
import dev.basalt.proto.storage.v1.StoredPriorityClass;
import dev.basalt.proto.storage.v1.StoredQueue;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.StoreException;
import dev.basalt.store.Table;
import dev.basalt.wire.QueueWire;
import java.util.ArrayList;
import java.util.List;

/** What the store holds, as the events that give a new core the same state. */
public final class Replay {
    private final String source;
    private final List<Event> events = new ArrayList<>();
    private long lastVersion;

    private Replay(String source) {
        this.source = source;
    }

    /**
     * What to tell a new core.
     *
     * @param events in the order it needs them
     * @param lastVersion highest version of any object
     */
    public record Told(List<Event> events, long lastVersion) {
        public Told {
            events = List.copyOf(events);
        }
    }

    /**
     * Reads all that is stored; after these events the core knows that there is nothing else.
     *
     * @param source who keeps the objects in standalone mode
     * @param epoch the epoch to lead under, stored already
     * @throws StoreException CORRUPT when a record makes no sense
     */
    public static Told read(StateStore store, String source, long epoch) {
        Tables tables = Tables.of(store);
        Replay replay = new Replay(source);
        replay.events.add(new Event.LeaseGained(epoch));
        tables.counters().find(Tables.COUNTERS).ifPresent(replay::counters);
        List<String> queues = replay.all(tables.queues(), replay::queue);
        List<String> priorityClasses = replay.all(tables.priorityClasses(), replay::priorityClass);
        List<String> gangs = replay.all(tables.gangs(), replay::gang);
        List<String> pods = replay.all(tables.placements(), replay::placement);
        replay.listed(Listed.Kind.QUEUES, queues);
        replay.listed(Listed.Kind.PRIORITY_CLASSES, priorityClasses);
        replay.listed(Listed.Kind.GANGS, gangs);
        // Nodes are told by their agents.
        replay.listed(Listed.Kind.NODES, List.of());
        replay.listed(Listed.Kind.PODS, pods);
        return new Told(replay.events, replay.lastVersion);
    }

    /** Reads one record, adds its events, and answers its identity. */
    @FunctionalInterface
    private interface Reading<V> {
        String read(V stored);
    }

    private <V> List<String> all(Table<V> table, Reading<V> reading) {
        List<String> identities = new ArrayList<>();
        table.scan(KeyRange.all(), Table.Order.ASCENDING, (key, stored) -> {
            try {
                identities.add(reading.read(stored));
            } catch (IllegalArgumentException senseless) {
                throw new StoreException(
                        StoreException.Code.CORRUPT,
                        "table " + table.name() + ", key " + key + " makes no sense: " + senseless.getMessage()
                                + ". Maybe a version of Basalt that differs wrote it.",
                        senseless);
            }
            return true;
        });
        return identities.stream().sorted().toList();
    }

    private void counters(StoredCounters stored) {
        events.add(new Event.CountersRestored(
                new Counters(stored.getDecision(), stored.getGeneration(), stored.getArrival())));
    }

    private String queue(StoredQueue stored) {
        lastVersion = Math.max(lastVersion, stored.getVersion());
        var queue = QueueWire.value(stored.getQueue());
        events.add(new Event.QueueApplied(source, queue, stored.getVersion()));
        return queue.name();
    }

    private String priorityClass(StoredPriorityClass stored) {
        lastVersion = Math.max(lastVersion, stored.getVersion());
        var said = stored.getPriorityClass();
        events.add(new Event.PriorityClassApplied(source, said.getName(), said.getValue(), stored.getVersion()));
        return said.getName();
    }

    private String gang(StoredGang stored) {
        lastVersion = Math.max(lastVersion, stored.getVersion());
        var record = GangRecords.record(stored);
        events.add(new Event.GangRestored(record));
        return record.gang().uid();
    }

    private String placement(StoredPlacement stored) {
        var record = PlacementRecords.record(stored);
        events.add(new Event.PlacementRestored(record));
        return record.podUid();
    }

    private void listed(Listed.Kind kind, List<String> identities) {
        events.add(new Event.Listed(source, kind, identities, lastVersion));
    }
}
