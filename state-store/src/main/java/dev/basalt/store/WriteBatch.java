package dev.basalt.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Changes to any tables of one store that are made together, in the order given: of two about the same key the later
 * one holds. Not safe for use by several threads.
 */
public final class WriteBatch {
    private final List<Change> changes = new ArrayList<>();

    /** Gives a key a value. */
    public <V> WriteBatch put(Table<V> table, Key key, V value) {
        changes.add(new Change.Put(table.name(), key, table.codec().encode(value)));
        return this;
    }

    /** Takes a key away; one that is not there is no error. */
    public WriteBatch delete(Table<?> table, Key key) {
        changes.add(new Change.Delete(table.name(), key));
        return this;
    }

    /** Takes all keys of a range away. */
    public WriteBatch delete(Table<?> table, KeyRange range) {
        changes.add(new Change.DeleteRange(table.name(), range));
        return this;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** The changes so far, for the stores to make. */
    public List<Change> changes() {
        return Collections.unmodifiableList(changes);
    }

    /** One change to one table. */
    public sealed interface Change {
        /** Name of the table. */
        String table();

        /** A key gets a value, given in bytes that nobody changes. */
        @SuppressWarnings("ArrayRecordComponent") // It lives only from the batch to the store, and is never compared.
        record Put(String table, Key key, byte[] value) implements Change {}

        /** A key goes. */
        record Delete(String table, Key key) implements Change {}

        /** All keys of a range go. */
        record DeleteRange(String table, KeyRange range) implements Change {}
    }
}
