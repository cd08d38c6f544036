package dev.basalt.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    Path folder;

    @Test
    void givesAThousandLinesByteForByte() throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            lines.append("line ").append(i).append(" é\n".repeat(40));
        }
        Path file = Files.writeString(folder.resolve("log"), lines);

        assertThat(all(new LogTail(file, 0, false), true)).isEqualTo(lines.toString());
    }

    @Test
    void goesOnAsOutputComesUntilTheTaskIsOver() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "one\n");
        var tail = new LogTail(file, 0, true);

        LogTail.Piece first = tail.next(false);
        LogTail.Piece nothing = tail.next(false);
        Files.writeString(file, "two\n", StandardOpenOption.APPEND);
        LogTail.Piece last = tail.next(true);

        assertThat(text(first) + first.end()).isEqualTo("one\nfalse");
        assertThat(text(nothing) + nothing.end()).isEqualTo("false");
        assertThat(text(last) + last.end() + last.offset()).isEqualTo("two\ntrue4");
    }

    @Test
    void beginsSoManyLinesBeforeTheEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "one\ntwo\nthree\nfour\n");

        assertThat(all(LogTail.lastLines(file, 2, false), true)).isEqualTo("three\nfour\n");
        assertThat(all(LogTail.lastLines(file, 9, false), true)).isEqualTo("one\ntwo\nthree\nfour\n");
    }

    @Test
    void looksForTheLastLinesOnlyAsFarAsTheLoopCanWait() throws IOException {
        Path file = folder.resolve("log");
        try (var log = new RandomAccessFile(file.toFile(), "rw")) {
            log.setLength(1L << 40); // one line without an end, which takes no room on the disk
        }

        LogTail.Piece piece = LogTail.lastLines(file, 5, false).next(true);

        assertThat(piece.offset()).isEqualTo((1L << 40) - (16L << 20));
    }

    @Test
    void hasNothingWhenThereIsNoOutputYet() throws IOException {
        LogTail.Piece piece = new LogTail(folder.resolve("absent"), 0, false).next(false);

        assertThat(text(piece) + piece.end()).isEqualTo("true");
    }

    private static String all(LogTail tail, boolean over) throws IOException {
        LogTail.Piece piece = tail.next(over);
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(piece.content());
        while (!piece.end()) {
            piece = tail.next(over);
            bytes.writeBytes(piece.content());
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String text(LogTail.Piece piece) {
        return new String(piece.content(), StandardCharsets.UTF_8);
    }
}
