package dev.basalt.store;

import org.jspecify.annotations.Nullable;

/** The bytes of one table, as a store hands them to its {@link Table}. */
public interface Cells {
    /** The bytes of a key, or null if it is not there. */
    byte @Nullable [] read(Key key);

    /**
     * Shows the cells of a range in that order, as they are when the scan begins, until the visitor has seen enough.
     */
    void scan(KeyRange range, Table.Order order, Table.Visitor<byte[]> visitor);
}
