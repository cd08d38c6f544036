package dev.basalt.agent.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Small text files of lines {@code name=value}, as the supervisor writes them. A file with something else in it reads
 * as one without values, whatever its size.
 */
public final class RecordFile {
    private static final int MOST_BYTES = 8 * 1024; // record.h: RECORD_BYTES are far fewer
    private static final int SHOWN_CHARACTERS = 40;

    private final Path file;
    private final Map<String, String> values;

    private RecordFile(Path file, Map<String, String> values) {
        this.file = file;
        this.values = values;
    }

    /** Empty when there is no such file. */
    public static Optional<RecordFile> read(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            var values = new TreeMap<String, String>();
            String text = new String(input.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            for (String line : text.split("\n", -1)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    values.put(line.substring(0, equals), line.substring(equals + 1));
                }
            }
            return Optional.of(new RecordFile(file, values));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** The value as text; empty text when it is missing. */
    public String text(String name) {
        return values.getOrDefault(name, "");
    }

    /**
     * The value as a whole number.
     *
     * @throws DamagedRecord when it is missing or no number, with file, name and value
     */
    public long number(String name) throws DamagedRecord {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException wrong) {
            throw new DamagedRecord(
                    "'" + name + "' in " + file + " must be a number, have '" + shown(text(name))
                            + "'. Maybe the disk failed, or another program wrote there",
                    wrong);
        }
    }

    private static String shown(String value) {
        String printable = value.replaceAll("\\P{Print}", "?");
        return printable.length() <= SHOWN_CHARACTERS ? printable : printable.substring(0, SHOWN_CHARACTERS) + "...";
    }

    @Override
    public String toString() {
        return file + " " + Collections.unmodifiableMap(values);
    }
}
