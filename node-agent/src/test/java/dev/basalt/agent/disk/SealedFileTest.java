package dev.basalt.agent.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedFileTest {
    private static final byte[] CONTENT = "what is kept".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test
    void givesBackWhatWasWrittenLast() throws IOException {
        Path file = folder.resolve("record");
        SealedFile.replace(file, 1, new byte[] {1}, "rw-------");

        SealedFile.replace(file, 1, CONTENT, "rw-------");

        assertThat(SealedFile.read(file, 1)).isEqualTo(CONTENT);
    }

    @Test
    void refusesAFileThatWasCutOffAnywhereAndNamesIt() throws IOException {
        Path file = folder.resolve("record");
        SealedFile.replace(file, 1, CONTENT, "rw-------");
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> SealedFile.read(file, 1))
                    .isInstanceOf(DamagedRecord.class)
                    .hasMessageContainingAll(file.toString(), "is damaged: its " + length + " bytes", "Maybe");
        }
    }

    @Test
    void refusesAFileOfWhichOneBitChanged() throws IOException {
        Path file = folder.resolve("record");
        SealedFile.replace(file, 1, CONTENT, "rw-------");
        byte[] whole = Files.readAllBytes(file);

        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] changed = whole.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file, changed);

            assertThatThrownBy(() -> SealedFile.read(file, 1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesAFileOfANewerFormatAndSaysSo() throws IOException {
        Path file = folder.resolve("record");
        SealedFile.replace(file, 2, CONTENT, "rw-------");

        assertThatThrownBy(() -> SealedFile.read(file, 1))
                .isNotInstanceOf(DamagedRecord.class)
                .hasMessage(file + " is of format 2, this agent reads up to 1. Maybe a newer agent wrote it: start that"
                        + " version again");
    }
}
