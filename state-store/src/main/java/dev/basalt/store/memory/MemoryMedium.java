package dev.basalt.store.memory;

import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.Schema;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.StoreException;
import dev.basalt.store.TableNames;
import dev.basalt.store.WriteBatch.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link MemoryStateStore} writes on: the disk that outlives the store. One store at a time has it open. All
 * methods hold its one lock.
 */
public final class MemoryMedium {
    private final SortedMap<String, NavigableMap<Key, byte[]>> tables = new TreeMap<>();
    /** How to take back what is not synced, the newest first. */
    private final Deque<Change> unsynced = new ArrayDeque<>();

    private @Nullable MemoryStateStore holder;

    /** Ends the machine: the store that is open is open no more, and what was not synced is lost. */
    public synchronized void losePower() {
        holder = null;
        while (!unsynced.isEmpty()) {
            make(unsynced.pop());
        }
    }

    /** Puts other bytes in place of the header, as another version of Basalt would have written them. */
    synchronized void replaceHeader(byte[] header) {
        table(TableNames.META).put(Schema.HEADER_KEY, header.clone());
    }

    synchronized void open(MemoryStateStore store) {
        if (holder != null) {
            throw new StoreException(
                    StoreException.Code.LOCKED,
                    "the memory medium is open in another store. Maybe close that one first");
        }
        holder = store;
    }

    synchronized void close(MemoryStateStore store) {
        if (holder == store) {
            unsynced.clear();
            holder = null;
        }
    }

    synchronized void addTable(MemoryStateStore store, String name) {
        requireHolder(store);
        tables.computeIfAbsent(name, each -> new TreeMap<>());
    }

    synchronized List<String> tableNames(MemoryStateStore store) {
        requireHolder(store);
        return new ArrayList<>(tables.keySet());
    }

    synchronized byte @Nullable [] read(MemoryStateStore store, String table, Key key) {
        requireHolder(store);
        byte[] value = table(table).get(key);
        return value == null ? null : value.clone();
    }

    /** The cells of a range as they are now, ascending. */
    synchronized NavigableMap<Key, byte[]> copy(MemoryStateStore store, String table, KeyRange range) {
        requireHolder(store);
        NavigableMap<Key, byte[]> copy = new TreeMap<>();
        within(table(table), range).forEach((key, value) -> copy.put(key, value.clone()));
        return copy;
    }

    synchronized void write(MemoryStateStore store, List<Change> changes, Durability durability) {
        requireHolder(store);
        for (Change change : changes) {
            table(change.table());
        }
        changes.forEach(this::makeAndRemember);
        if (durability == Durability.SYNCED) {
            unsynced.clear();
        }
    }

    private void makeAndRemember(Change change) {
        switch (change) {
            case Change.Put put -> remember(put.table(), put.key());
            case Change.Delete delete -> remember(delete.table(), delete.key());
            case Change.DeleteRange delete ->
                within(table(delete.table()), delete.range()).keySet().forEach(key -> remember(delete.table(), key));
        }
        make(change);
    }

    private void remember(String table, Key key) {
        byte[] before = table(table).get(key);
        unsynced.push(before == null ? new Change.Delete(table, key) : new Change.Put(table, key, before));
    }

    private void make(Change change) {
        switch (change) {
            case Change.Put put -> table(put.table()).put(put.key(), put.value());
            case Change.Delete delete -> table(delete.table()).remove(delete.key());
            case Change.DeleteRange delete ->
                within(table(delete.table()), delete.range()).clear();
        }
    }

    private NavigableMap<Key, byte[]> table(String name) {
        NavigableMap<Key, byte[]> table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("table " + name + " is not of this store; it has " + tables.keySet());
        }
        return table;
    }

    private static Map<Key, byte[]> within(NavigableMap<Key, byte[]> table, KeyRange range) {
        Key until = range.until();
        if (range.isEmpty()) {
            return new TreeMap<>();
        }
        return until == null ? table.tailMap(range.from(), true) : table.subMap(range.from(), true, until, false);
    }

    private void requireHolder(MemoryStateStore store) {
        if (holder != store) {
            throw new IllegalStateException("the store is closed");
        }
    }
}
