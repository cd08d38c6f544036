package dev.basalt.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.store.StateStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer in a process of its own is killed at random moments (SIGKILL), over and over on the same store. */
class KilledWriterTest {
    private static final long SEED = 20_261_130;
    private static final int ROUND_COUNT = 5;
    private static final int MAX_BATCHES_A_ROUND = 150;

    @TempDir
    private Path folder;

    @Test
    void keepsEveryAcknowledgedBatchWholeWhenItsWriterIsKilled() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        Path path = folder.resolve("state");
        long before = 0;
        for (int round = 0; round < ROUND_COUNT; round++) {
            int batches = random.nextInt(1, MAX_BATCHES_A_ROUND);

            long acknowledged = killAfter(batches + " batches of round " + round, path, batches);

            try (StateStore store = RocksStateStore.open(path)) {
                WriterProcess.Tables tables = WriterProcess.Tables.of(store);
                long last = tables.lastBatch();
                String where =
                        "seed " + SEED + ", round " + round + ", acknowledged " + acknowledged + ", found " + last;
                assertThat(acknowledged).as(where).isEqualTo(before + batches);
                assertThat(last).as(where).isGreaterThanOrEqualTo(acknowledged);
                assertThat(tables.contents()).as(where).isEqualTo(WriterProcess.Tables.contentsAfter(last));
                before = last;
            }
        }
    }

    @Test
    void opensAStoreWhoseMakerWasKilled() throws IOException, InterruptedException {
        Path path = folder.resolve("made");

        killAfterLine("opening", path);

        try (StateStore store = RocksStateStore.open(path)) {
            long last = WriterProcess.Tables.of(store).lastBatch();
            assertThat(WriterProcess.Tables.of(store).contents()).isEqualTo(WriterProcess.Tables.contentsAfter(last));
        }
    }

    /** Lets it write so many batches, kills it, and gives the number of the last one that it said. */
    private long killAfter(String when, Path store, int batchCount) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process writer = WriterProcess.start(store, errors);
        try (BufferedReader lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(lines.readLine()).as(when).isEqualTo("opening");
            assertThat(lines.readLine())
                    .as("%s: %s", when, Files.readString(errors))
                    .isEqualTo("open");
            String last = "";
            for (int batch = 0; batch < batchCount; batch++) {
                last = lines.readLine();
                assertThat(last).as("%s: %s", when, Files.readString(errors)).isNotNull();
            }
            writer.destroyForcibly();
            return Long.parseLong(last);
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private void killAfterLine(String line, Path store) throws IOException, InterruptedException {
        Process writer = WriterProcess.start(store, folder.resolve("errors"));
        try (BufferedReader lines = writer.inputReader(StandardCharsets.US_ASCII)) {
            assertThat(lines.readLine()).isEqualTo(line);
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }
}
