package dev.basalt.store.rocks;

import static dev.basalt.store.TextCodec.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.Schema;
import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.StateStoreTest;
import dev.basalt.store.StoreException;
import dev.basalt.store.Table;
import dev.basalt.store.Table.Entry;
import dev.basalt.store.Table.Order;
import dev.basalt.store.TableNames;
import dev.basalt.store.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class RocksStateStoreTest extends StateStoreTest {
    @TempDir
    private Path folder;

    @Override
    protected StateStore open() {
        return RocksStateStore.open(folder.resolve("state"));
    }

    @Override
    protected void replaceHeader(byte[] header) {
        try (RocksSettings settings = new RocksSettings();
                OpenRocks rocks = OpenRocks.forWriting(folder.resolve("state/rocks"), settings)) {
            rocks.database().put(rocks.family(TableNames.META), settings.synced, Schema.HEADER_KEY.bytes(), header);
        } catch (RocksDBException e) {
            throw new IllegalStateException("the header of the test's own store cannot be written", e);
        }
    }

    @Test
    void beginsAnewWhereAProcessDiedWhileItMadeTheStore() throws IOException {
        Path half = folder.resolve("half");
        Files.createDirectories(half.resolve("rocks"));
        Files.writeString(half.resolve("rocks/CURRENT"), "MANIFEST-0000");
        AcknowledgedMark.make(half.resolve("acknowledged")).close();

        try (StateStore store = RocksStateStore.open(half)) {
            assertThat(store.tableNames()).isEmpty();
        }
    }

    @Test
    void refusesAFolderWhoseMarkIsGone() throws IOException {
        Path store = storeWith("a", "one");
        Files.delete(store.resolve("acknowledged"));

        assertThatThrownBy(() -> RocksStateStore.open(store))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.CORRUPT))
                .hasMessageContaining("has no file \"acknowledged\"")
                .hasMessageContaining("Maybe");
    }

    @Test
    void saysWhichProcessHasItOpen() {
        Path path = folder.resolve("open");
        try (StateStore open = RocksStateStore.open(path)) {
            assertThat(open.tableNames()).isEmpty();

            assertThatThrownBy(() -> RocksStateStore.open(path))
                    .hasMessageContaining(
                            "is open in process " + ProcessHandle.current().pid() + ", which is this one. Maybe");
        }
    }

    @Test
    void saysIoWhereTheFolderCannotBeMade() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");

        assertThatThrownBy(() -> RocksStateStore.open(file.resolve("state")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.IO))
                .hasMessageContaining("Maybe");
    }

    @Test
    void waitsWithClosingUntilAScanHasEnded() throws InterruptedException {
        StateStore store = RocksStateStore.open(folder.resolve("scanned"));
        Table<String> table = store.table("gangs", TEXT);
        WriteBatch batch = new WriteBatch();
        for (long number = 0; number < 1000; number++) {
            batch.put(table, Key.of(number), "value");
        }
        store.write(batch, Durability.SYNCED);
        CountDownLatch scanning = new CountDownLatch(1);
        AtomicInteger seen = new AtomicInteger();

        Thread scanner = Thread.ofPlatform()
                .start(() -> table.scan(KeyRange.all(), Order.ASCENDING, (key, value) -> {
                    scanning.countDown();
                    return seen.incrementAndGet() > 0;
                }));
        scanning.await();
        store.close();
        scanner.join();

        assertThat(seen).hasValue(1000);
    }

    @Test
    void keepsAllItsFilesInPlacesThatItsFolderNames() throws IOException {
        Path store = storeWith("a", "one");

        try (var files = Files.list(store)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("acknowledged", "lock", "rocks")
                    .isSubsetOf("acknowledged", "lock", "rocks", "native");
        }
    }

    private Path storeWith(String key, String value) {
        Path path = folder.resolve("with-" + key);
        try (StateStore store = RocksStateStore.open(path)) {
            Table<String> table = store.table("gangs", TEXT);
            store.write(new WriteBatch().put(table, Key.of(key), value), Durability.SYNCED);
            assertThat(table.list(KeyRange.all())).containsExactly(new Entry<>(Key.of(key), value));
        }
        return path;
    }
}
