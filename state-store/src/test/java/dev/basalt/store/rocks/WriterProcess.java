package dev.basalt.store.rocks;

import static dev.basalt.store.TextCodec.TEXT;

import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.Table;
import dev.basalt.store.Table.Entry;
import dev.basalt.store.WriteBatch;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A process that writes synced batches one after the other, and says the number of each once it was acknowledged. Every
 * batch touches two tables in the same way, so that a half one shows.
 */
final class WriterProcess {
    private static final int KEY_COUNT = 50;
    private static final int LARGE_EVERY = 10;
    private static final int LARGE_CHARACTERS = 200_000;

    private WriterProcess() {}

    public static void main(String[] arguments) {
        PrintStream said = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.US_ASCII);
        said.println("opening");
        try (StateStore store = RocksStateStore.open(Path.of(arguments[0]))) {
            Tables tables = Tables.of(store);
            long batch = tables.lastBatch();
            said.println("open");
            while (true) {
                batch++;
                store.write(tables.batch(batch), Durability.SYNCED);
                said.println(batch);
            }
        }
    }

    /** Starts it as a process of its own that has the store in that folder. */
    static Process start(Path store, Path errors) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterProcess.class.getName(),
                        store.toString())
                .redirectError(errors.toFile())
                .start();
    }

    /** The tables that it writes. */
    record Tables(Table<String> left, Table<String> right, Table<String> last) {
        private static final Key LAST = Key.of("last");

        static Tables of(StateStore store) {
            return new Tables(store.table("left", TEXT), store.table("right", TEXT), store.table("last", TEXT));
        }

        /** The number of the last batch that is there; 0 for none. */
        long lastBatch() {
            return last.find(LAST).map(Long::parseLong).orElse(0L);
        }

        WriteBatch batch(long number) {
            return new WriteBatch()
                    .put(left, key(number), value(number))
                    .put(last, LAST, Long.toString(number))
                    .put(right, key(number), value(number));
        }

        /** What the left and the right table hold now. */
        List<List<Entry<String>>> contents() {
            return List.of(left.list(KeyRange.all()), right.list(KeyRange.all()));
        }

        /** What both hold after so many whole batches. */
        static List<List<Entry<String>>> contentsAfter(long batchCount) {
            SortedMap<Key, String> values = new TreeMap<>();
            for (long number = Math.max(1, batchCount - KEY_COUNT + 1); number <= batchCount; number++) {
                values.put(key(number), value(number));
            }
            List<Entry<String>> entries = new ArrayList<>();
            values.forEach((key, value) -> entries.add(new Entry<>(key, value)));
            return List.of(entries, entries);
        }

        private static Key key(long number) {
            return Key.of(number % KEY_COUNT);
        }

        /** Now and then a large one, so that tables are written to files, and writes can be cut in the middle. */
        private static String value(long number) {
            String text = "batch " + number;
            return number % LARGE_EVERY == 0 ? text + " ".repeat(LARGE_CHARACTERS) : text;
        }
    }
}
