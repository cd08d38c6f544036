package dev.basalt.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One file of a store is damaged, in every way and each file in turn. Either all that was acknowledged is there when it
 * is opened, or it says CORRUPT: nothing goes missing without a word.
 */
class DamagedFilesTest {
    private static final long SEED = 20_261_130;
    private static final int BATCH_COUNT = 60;
    private static final int FLIPS_A_FILE = 4;

    @TempDir
    private static Path folder;

    /** A store that was closed: tables in files, and a log with batches that are nowhere else. */
    private static Path whole;

    private final Random random = new Random(SEED);
    private final SortedMap<String, Integer> corruptByFile = new TreeMap<>();

    @BeforeAll
    static void writeTheStore() {
        whole = folder.resolve("whole");
        // What a log holds when a store is opened goes to files, so the last third alone is in the log.
        for (int part = 1; part <= 3; part++) {
            try (StateStore store = RocksStateStore.open(whole)) {
                WriterProcess.Tables tables = WriterProcess.Tables.of(store);
                for (long batch = tables.lastBatch() + 1; batch <= BATCH_COUNT * part / 3; batch++) {
                    store.write(tables.batch(batch), Durability.SYNCED);
                }
            }
        }
    }

    @Test
    void losesNothingWithoutAWordWhenAByteIsFlipped() throws IOException {
        for (Path file : files()) {
            for (int flip = 0; flip < FLIPS_A_FILE; flip++) {
                byte[] bytes = Files.readAllBytes(file);
                int at = random.nextInt(Math.max(bytes.length, 1));
                if (bytes.length > 0) {
                    bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                    check(file, "byte " + at + " of " + bytes.length + " flipped", bytes);
                }
            }
        }

        assertThat(corruptByFile.keySet())
                .as("kinds of files where a flipped byte was found")
                .contains("log", "sst", "MANIFEST");
    }

    @Test
    void losesNothingWithoutAWordWhenAFileIsCutShort() throws IOException {
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            int last = Math.max(bytes.length - 1, 0);
            for (int length : new int[] {0, random.nextInt(last + 1), last}) {
                check(file, "cut from " + bytes.length + " to " + length, Arrays.copyOf(bytes, length));
            }
        }

        assertThat(corruptByFile.keySet())
                .as("kinds of files where a missing end was found")
                .contains("log", "sst", "MANIFEST", "CURRENT");
    }

    @Test
    void losesNothingWithoutAWordWhenABlockIsZeroed() throws IOException {
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            int from = random.nextInt(bytes.length + 1);
            byte[] damaged = bytes.clone();
            Arrays.fill(damaged, from, Math.min(from + 4096, bytes.length), (byte) 0);
            check(file, "bytes from " + from + " zeroed", damaged);
        }

        assertThat(corruptByFile.keySet()).contains("log", "sst", "MANIFEST");
    }

    @Test
    void losesNothingWithoutAWordWhenAFileIsGone() throws IOException {
        for (Path file : files()) {
            check(file, "gone", null);
        }

        assertThat(corruptByFile.keySet()).contains("log", "sst", "MANIFEST", "CURRENT", "acknowledged");
    }

    /** Damages a copy, opens it, and after a refusal heals it again: then all must be there. */
    private void check(Path original, String damage, byte @Nullable [] bytes) throws IOException {
        Path copy = folder.resolve("copy");
        delete(copy);
        copy(whole, copy);
        Path damaged = copy.resolve(whole.relativize(original));
        if (bytes == null) {
            Files.delete(damaged);
        } else {
            Files.write(damaged, bytes);
        }
        String what = "seed " + SEED + ": " + whole.relativize(original) + ", " + damage;

        StoreException refusal = openAndCompare(copy, what);

        if (refusal != null) {
            assertThat(refusal.code()).as(what + ": " + refusal).isEqualTo(StoreException.Code.CORRUPT);
            assertThat(refusal).as(what).hasMessageContaining("Maybe");
            corruptByFile.merge(kind(original), 1, Integer::sum);
            Files.copy(original, damaged, StandardCopyOption.REPLACE_EXISTING);
            StoreException healed = openAndCompare(copy, what + ", then healed");
            if (healed != null) {
                fail(what + ": the refusal changed other files: " + healed);
            }
        }
    }

    private static @Nullable StoreException openAndCompare(Path path, String what) {
        try (StateStore store = RocksStateStore.open(path)) {
            assertThat(WriterProcess.Tables.of(store).contents())
                    .as(what)
                    .isEqualTo(WriterProcess.Tables.contentsAfter(BATCH_COUNT));
            return null;
        } catch (StoreException e) {
            return e;
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(whole)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(whole.resolve("native")))
                    .filter(file -> !file.getFileName().toString().startsWith("LOG")) // What RocksDB tells people.
                    .sorted()
                    .toList();
        }
    }

    /** "000012.sst" is "sst", "MANIFEST-000005" is "MANIFEST". */
    private static String kind(Path file) {
        String name = file.getFileName().toString();
        int dot = name.indexOf('.');
        int hyphen = name.indexOf('-');
        return dot >= 0 ? name.substring(dot + 1) : hyphen >= 0 ? name.substring(0, hyphen) : name;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> !each.startsWith(from.resolve("native")))
                    .toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
