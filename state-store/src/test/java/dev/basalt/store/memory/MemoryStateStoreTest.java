package dev.basalt.store.memory;

import static dev.basalt.store.TextCodec.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.StateStoreTest;
import dev.basalt.store.Table;
import dev.basalt.store.Table.Entry;
import dev.basalt.store.WriteBatch;
import org.junit.jupiter.api.Test;

class MemoryStateStoreTest extends StateStoreTest {
    private final MemoryMedium medium = new MemoryMedium();

    @Override
    protected StateStore open() {
        return new MemoryStateStore(medium);
    }

    @Override
    protected void replaceHeader(byte[] header) {
        medium.replaceHeader(header);
    }

    @Test
    void losesWithThePowerWhatWasWrittenSinceTheLastSync() {
        MemoryMedium disk = new MemoryMedium();
        StateStore before = new MemoryStateStore(disk);
        Table<String> table = before.table("gangs", TEXT);
        before.write(
                new WriteBatch().put(table, Key.of("a"), "synced").put(table, Key.of("b"), "synced"),
                Durability.SYNCED);
        before.write(
                new WriteBatch()
                        .put(table, Key.of("a"), "lost")
                        .delete(table, Key.of("b"))
                        .put(table, Key.of("c"), "lost"),
                Durability.UNSYNCED);

        disk.losePower();

        try (StateStore after = new MemoryStateStore(disk)) {
            assertThat(after.table("gangs", TEXT).list(KeyRange.all()))
                    .containsExactly(new Entry<>(Key.of("a"), "synced"), new Entry<>(Key.of("b"), "synced"));
        }
        assertThatThrownBy(() -> table.find(Key.of("a"))).isInstanceOf(IllegalStateException.class);
    }
}
