package dev.basalt.store;

import static dev.basalt.store.TextCodec.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.proto.storage.v1.StoreHeader;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.Table.Entry;
import dev.basalt.store.Table.Order;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does. Each kind of store runs it on itself. */
public abstract class StateStoreTest {
    private StateStore store;
    private Table<String> gangs;
    private Table<String> queues;

    /** Opens the one store of this test; what an earlier one wrote and closed is there. */
    protected abstract StateStore open();

    /** Puts these bytes in place of the header of the one store of this test, which is closed. */
    protected abstract void replaceHeader(byte[] header);

    @BeforeEach
    void openStore() {
        reopen();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private void reopen() {
        store = open();
        gangs = store.table("gangs", TEXT);
        queues = store.table("queues", TEXT);
    }

    @Test
    void findsWhatWasPutUnderItsKeyAlone() {
        store.write(new WriteBatch().put(gangs, Key.of("a"), "one"), Durability.SYNCED);

        assertThat(gangs.find(Key.of("a"))).hasValue("one");
        assertThat(gangs.find(Key.of("b"))).isEmpty();
        assertThat(queues.find(Key.of("a"))).isEmpty();
    }

    @Test
    void keepsAValueOfNoBytes() {
        store.write(new WriteBatch().put(gangs, Key.of("a"), ""), Durability.SYNCED);

        assertThat(gangs.find(Key.of("a"))).hasValue("");
    }

    @Test
    void holdsTheLastOfSeveralChangesOfOneBatchToAKey() {
        WriteBatch batch = new WriteBatch()
                .put(gangs, Key.of("kept"), "old")
                .put(gangs, Key.of("kept"), "new")
                .put(gangs, Key.of("deleted"), "x")
                .delete(gangs, Key.of("deleted"))
                .put(gangs, Key.of("ranged"), "x")
                .delete(gangs, KeyRange.startingWith(Key.of("ranged")))
                .delete(gangs, Key.of("put again"))
                .put(gangs, Key.of("put again"), "y");

        store.write(batch, Durability.SYNCED);

        assertThat(gangs.list(KeyRange.all()))
                .containsExactly(new Entry<>(Key.of("kept"), "new"), new Entry<>(Key.of("put again"), "y"));
    }

    @Test
    void deletesWithoutComplaintWhatIsNotThere() {
        store.write(
                new WriteBatch()
                        .delete(gangs, Key.of("never"))
                        .delete(gangs, KeyRange.all())
                        .delete(queues, KeyRange.between(Key.of("b"), Key.of("a"))),
                Durability.SYNCED);

        assertThat(gangs.list(KeyRange.all())).isEmpty();
    }

    @Test
    void deletesARangeAndNothingBesideIt() {
        putNumbers(10);

        store.write(new WriteBatch().delete(gangs, KeyRange.between(Key.of(3L), Key.of(7L))), Durability.SYNCED);

        assertThat(numbers(KeyRange.all(), Order.ASCENDING)).containsExactly("0", "1", "2", "7", "8", "9");
    }

    @Test
    void deletesARangeThatIsOpenToTheEndWithWhatTheSameBatchPutThere() {
        putNumbers(10);
        WriteBatch batch =
                new WriteBatch().put(gangs, Key.of(100L), "100").delete(gangs, new KeyRange(Key.of(4L), null));

        store.write(batch, Durability.SYNCED);

        assertThat(numbers(KeyRange.all(), Order.ASCENDING)).containsExactly("0", "1", "2", "3");
    }

    @Test
    void scansInBothOrdersOfTheBytesOfKeys() {
        putNumbers(5);

        assertThat(numbers(KeyRange.all(), Order.ASCENDING)).containsExactly("0", "1", "2", "3", "4");
        assertThat(numbers(KeyRange.all(), Order.DESCENDING)).containsExactly("4", "3", "2", "1", "0");
    }

    @Test
    void scansARangeWithItsBeginningAndWithoutItsEnd() {
        putNumbers(6);
        KeyRange middle = KeyRange.between(Key.of(2L), Key.of(4L));

        assertThat(numbers(middle, Order.ASCENDING)).containsExactly("2", "3");
        assertThat(numbers(middle, Order.DESCENDING)).containsExactly("3", "2");
        assertThat(numbers(KeyRange.between(Key.of(4L), Key.of(2L)), Order.ASCENDING))
                .isEmpty();
    }

    @Test
    void scansByPrefixWithoutRunningIntoLongerNames() {
        store.write(
                new WriteBatch()
                        .put(gangs, Key.of("team", "a"), "1")
                        .put(gangs, Key.of("team", "b"), "2")
                        .put(gangs, Key.of("team-x", "a"), "3")
                        .put(gangs, Key.of("tea", "m"), "4"),
                Durability.SYNCED);

        assertThat(gangs.list(KeyRange.startingWith(Key.of("team"))))
                .containsExactly(new Entry<>(Key.of("team", "a"), "1"), new Entry<>(Key.of("team", "b"), "2"));
    }

    @Test
    void stopsAScanWhenTheVisitorHasSeenEnough() {
        putNumbers(10);
        List<String> seen = new ArrayList<>();

        gangs.scan(KeyRange.all(), Order.DESCENDING, (key, value) -> {
            seen.add(value);
            return seen.size() < 3;
        });

        assertThat(seen).containsExactly("9", "8", "7");
    }

    @Test
    void showsAScanTheTableAsItWasWhenItBegan() {
        putNumbers(4);
        List<String> seen = new ArrayList<>();

        gangs.scan(KeyRange.all(), Order.ASCENDING, (key, value) -> {
            store.write(
                    new WriteBatch().delete(gangs, KeyRange.all()).put(gangs, Key.of(99L), "late"),
                    Durability.UNSYNCED);
            seen.add(value);
            return true;
        });

        assertThat(seen).containsExactly("0", "1", "2", "3");
        assertThat(numbers(KeyRange.all(), Order.ASCENDING)).containsExactly("late");
    }

    @Test
    void keepsWhatWasWrittenWhenItIsClosedAndOpenedAgain() {
        store.write(new WriteBatch().put(gangs, Key.of("a"), "synced"), Durability.SYNCED);
        store.write(new WriteBatch().put(queues, Key.of("b"), "unsynced"), Durability.UNSYNCED);
        store.close();

        reopen();

        assertThat(gangs.list(KeyRange.all())).containsExactly(new Entry<>(Key.of("a"), "synced"));
        assertThat(queues.list(KeyRange.all())).containsExactly(new Entry<>(Key.of("b"), "unsynced"));
    }

    @Test
    void keepsTablesThatNobodyAsksFor() {
        Table<String> future = store.table("from-the-future", TEXT);
        store.write(new WriteBatch().put(future, Key.of("a"), "kept"), Durability.SYNCED);
        store.close();

        reopen();
        store.write(new WriteBatch().put(gangs, Key.of("b"), "written meanwhile"), Durability.SYNCED);
        store.close();

        reopen();
        assertThat(store.tableNames()).containsExactly("from-the-future", "gangs", "queues");
        assertThat(store.table("from-the-future", TEXT).find(Key.of("a"))).hasValue("kept");
    }

    @Test
    void refusesToBeOpenedTwice() {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.LOCKED))
                .hasMessageContaining("Maybe");

        assertThat(gangs.find(Key.of("still works"))).isEmpty();
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class);
    }

    @Test
    void refusesAStoreThatOnlyANewerVersionCanRead() {
        store.close();
        replaceHeader(StoreHeader.newBuilder()
                .setSchemaVersion(7)
                .setMinReaderVersion(6)
                .setWrittenBy("9.9.9")
                .build()
                .toByteArray());

        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.NEWER_SCHEMA))
                .hasMessageContaining("schema version 7")
                .hasMessageContaining("Maybe start Basalt \"9.9.9\"");
        replaceHeader(Schema.newHeader(0));
        reopen();
    }

    @Test
    void opensAStoreOfANewerVersionThatSaysItCanBeRead() {
        store.close();
        replaceHeader(StoreHeader.newBuilder()
                .setSchemaVersion(7)
                .setMinReaderVersion(1)
                .build()
                .toByteArray());

        reopen();

        assertThat(gangs.list(KeyRange.all())).isEmpty();
    }

    @Test
    void callsAHeaderThatIsNoneCorrupt() {
        store.close();
        replaceHeader(new byte[] {(byte) 0xff, 1, 2});

        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.CORRUPT));
        replaceHeader(Schema.newHeader(0));
        reopen();
    }

    @Test
    void callsAValueThatItsCodecCannotReadCorruptAndNamesTableAndKey() {
        Codec<byte[]> raw = new Codec<>() {
            @Override
            public byte[] encode(byte[] value) {
                return value;
            }

            @Override
            public byte[] decode(byte[] bytes) {
                return bytes;
            }
        };
        store.write(
                new WriteBatch().put(store.table("gangs", raw), Key.of("bad"), new byte[] {(byte) 0xff}),
                Durability.SYNCED);

        assertThatThrownBy(() -> gangs.find(Key.of("bad")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.CORRUPT))
                .hasMessageContaining("table gangs, key bad\\x00: 1 bytes are no value (not UTF-8). Maybe");
    }

    @Test
    void refusesNamesThatNoTableMayHave() {
        for (String name : List.of("", "default", "Upper", "a_b", "9a", "a".repeat(64))) {
            assertThatThrownBy(() -> store.table(name, TEXT))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("\"" + name + "\"");
        }
    }

    @Test
    void refusesABatchWithATableThatIsNotItsOwnAndWritesNothingOfIt() {
        Table<String> foreign = new Table<>("foreign", TEXT, new NoCells());
        WriteBatch batch = new WriteBatch().put(gangs, Key.of("a"), "x").put(foreign, Key.of("b"), "y");

        assertThatThrownBy(() -> store.write(batch, Durability.SYNCED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("foreign");
        assertThat(gangs.list(KeyRange.all())).isEmpty();
    }

    @Test
    void doesNothingMoreOnceItIsClosed() {
        store.close();
        store.close();

        assertThatThrownBy(() -> gangs.find(Key.of("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> gangs.list(KeyRange.all())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.table("gangs", TEXT)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.tableNames()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.write(new WriteBatch(), Durability.SYNCED))
                .isInstanceOf(IllegalStateException.class);
    }

    private void putNumbers(int count) {
        WriteBatch batch = new WriteBatch();
        for (long number = 0; number < count; number++) {
            batch.put(gangs, Key.of(number), Long.toString(number));
        }
        store.write(batch, Durability.SYNCED);
    }

    private List<String> numbers(KeyRange range, Order order) {
        List<String> values = new ArrayList<>();
        gangs.scan(range, order, (key, value) -> values.add(value));
        return values;
    }

    private static final class NoCells implements Cells {
        @Override
        public byte @Nullable [] read(Key key) {
            return null;
        }

        @Override
        public void scan(KeyRange range, Order order, Table.Visitor<byte[]> visitor) {
            // It has none to show.
        }
    }
}
