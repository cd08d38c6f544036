package dev.basalt.store.memory;

import dev.basalt.store.Cells;
import dev.basalt.store.Codec;
import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.Schema;
import dev.basalt.store.StateStore;
import dev.basalt.store.Table;
import dev.basalt.store.TableNames;
import dev.basalt.store.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** A store on a {@link MemoryMedium}. Keeps bytes, not objects, so that codecs are used as they are on a disk. */
public final class MemoryStateStore implements StateStore {
    private static final Codec<byte[]> AS_THEY_ARE = new Codec<>() {
        @Override
        public byte[] encode(byte[] value) {
            return value;
        }

        @Override
        public byte[] decode(byte[] bytes) {
            return bytes;
        }
    };

    private final MemoryMedium medium;

    /** A store that nobody else sees, and that is gone with this object. */
    public MemoryStateStore() {
        this(new MemoryMedium());
    }

    /**
     * Opens what is on the medium.
     *
     * @throws dev.basalt.store.StoreException LOCKED if another store has it open, NEWER_SCHEMA, CORRUPT
     */
    public MemoryStateStore(MemoryMedium medium) {
        this.medium = medium;
        medium.open(this);
        try {
            checkOrWriteHeader();
        } catch (RuntimeException e) {
            medium.close(this);
            throw e;
        }
    }

    private void checkOrWriteHeader() {
        medium.addTable(this, TableNames.META);
        byte[] header = medium.read(this, TableNames.META, Schema.HEADER_KEY);
        if (header != null) {
            Schema.check(header, "in memory");
            return;
        }
        Table<byte[]> meta = new Table<>(TableNames.META, AS_THEY_ARE, new MediumCells(TableNames.META));
        write(
                new WriteBatch().put(meta, Schema.HEADER_KEY, Schema.newHeader(System.currentTimeMillis())),
                Durability.SYNCED);
    }

    @Override
    public <V> Table<V> table(String name, Codec<V> codec) {
        TableNames.check(name);
        medium.addTable(this, name);
        return new Table<>(name, codec, new MediumCells(name));
    }

    @Override
    public List<String> tableNames() {
        return medium.tableNames(this).stream()
                .filter(name -> !name.equals(TableNames.META))
                .toList();
    }

    @Override
    public void write(WriteBatch batch, Durability durability) {
        medium.write(this, batch.changes(), durability);
    }

    @Override
    public void close() {
        medium.close(this);
    }

    private final class MediumCells implements Cells {
        private final String table;

        private MediumCells(String table) {
            this.table = table;
        }

        @Override
        public byte @Nullable [] read(Key key) {
            return medium.read(MemoryStateStore.this, table, key);
        }

        @Override
        public void scan(KeyRange range, Table.Order order, Table.Visitor<byte[]> visitor) {
            NavigableMap<Key, byte[]> copy = medium.copy(MemoryStateStore.this, table, range);
            NavigableMap<Key, byte[]> ordered = switch (order) {
                case ASCENDING -> copy;
                case DESCENDING -> copy.descendingMap();
            };
            for (Map.Entry<Key, byte[]> cell : ordered.entrySet()) {
                if (!visitor.visit(cell.getKey(), cell.getValue())) {
                    return;
                }
            }
        }
    }
}
