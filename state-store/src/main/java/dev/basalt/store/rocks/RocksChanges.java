package dev.basalt.store.rocks;

import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.WriteBatch;
import dev.basalt.store.WriteBatch.Change;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Turns a batch of ours into one of RocksDB's. */
final class RocksChanges {
    private RocksChanges() {}

    static org.rocksdb.WriteBatch of(WriteBatch batch, OpenRocks rocks) throws RocksDBException {
        org.rocksdb.WriteBatch changes = new org.rocksdb.WriteBatch();
        try {
            for (Change change : batch.changes()) {
                add(change, batch, rocks, changes);
            }
            return changes;
        } catch (RocksDBException | RuntimeException e) {
            changes.close();
            throw e;
        }
    }

    private static void add(Change change, WriteBatch batch, OpenRocks rocks, org.rocksdb.WriteBatch changes)
            throws RocksDBException {
        ColumnFamilyHandle family = rocks.family(change.table());
        switch (change) {
            case Change.Put put -> changes.put(family, put.key().bytes(), put.value());
            case Change.Delete delete -> changes.delete(family, delete.key().bytes());
            case Change.DeleteRange delete -> {
                Key until = end(delete, batch, rocks);
                if (until != null && delete.range().from().compareTo(until) < 0) {
                    changes.deleteRange(family, delete.range().from().bytes(), until.bytes());
                }
            }
        }
    }

    /** Where a range ends: RocksDB wants a key, so one that is open ends after the last key there is or will be. */
    private static @Nullable Key end(Change.DeleteRange delete, WriteBatch batch, OpenRocks rocks)
            throws RocksDBException {
        KeyRange range = delete.range();
        if (range.until() != null) {
            return range.until();
        }
        Key last = last(delete.table(), rocks);
        for (Change change : batch.changes()) {
            if (change instanceof Change.Put put
                    && put.table().equals(delete.table())
                    && (last == null || put.key().compareTo(last) > 0)) {
                last = put.key();
            }
        }
        if (last == null) {
            return null;
        }
        byte[] bytes = last.bytes();
        return Key.ofBytes(Arrays.copyOf(bytes, bytes.length + 1));
    }

    private static @Nullable Key last(String table, OpenRocks rocks) throws RocksDBException {
        try (RocksIterator at = rocks.database().newIterator(rocks.family(table))) {
            at.seekToLast();
            at.status();
            return at.isValid() ? Key.ofBytes(at.key()) : null;
        }
    }
}
