package dev.basalt.store.rocks;

import dev.basalt.store.Cells;
import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** The bytes of one column family. */
final class RocksCells implements Cells {
    private final RocksStateStore store;
    private final RocksDB database;
    private final ColumnFamilyHandle family;
    private final String table;

    RocksCells(RocksStateStore store, RocksDB database, ColumnFamilyHandle family, String table) {
        this.store = store;
        this.database = database;
        this.family = family;
        this.table = table;
    }

    @Override
    public byte @Nullable [] read(Key key) {
        store.beginRead();
        try {
            return database.get(family, key.bytes());
        } catch (RocksDBException e) {
            throw store.readFailed(e, table);
        } finally {
            store.endRead();
        }
    }

    @Override
    public void scan(KeyRange range, Table.Order order, Table.Visitor<byte[]> visitor) {
        if (range.isEmpty()) {
            return;
        }
        store.beginRead();
        try (RocksIterator at = database.newIterator(family)) {
            switch (order) {
                case ASCENDING -> at.seek(range.from().bytes());
                case DESCENDING -> seekBefore(at, range.until());
            }
            boolean wantsMore = true;
            while (wantsMore && at.isValid()) {
                Key key = Key.ofBytes(at.key());
                wantsMore = range.contains(key) && visitor.visit(key, at.value());
                switch (order) {
                    case ASCENDING -> at.next();
                    case DESCENDING -> at.prev();
                }
            }
            at.status();
        } catch (RocksDBException e) {
            throw store.readFailed(e, table);
        } finally {
            store.endRead();
        }
    }

    private static void seekBefore(RocksIterator at, @Nullable Key until) {
        if (until == null) {
            at.seekToLast();
            return;
        }
        byte[] bytes = until.bytes();
        at.seekForPrev(bytes);
        if (at.isValid() && Arrays.equals(at.key(), bytes)) {
            at.prev();
        }
    }
}
