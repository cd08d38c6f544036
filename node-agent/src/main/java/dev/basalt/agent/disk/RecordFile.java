package dev.basalt.agent.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Small text files of lines {@code name=value}, as the supervisor writes them. */
public final class RecordFile {
    private final Path file;
    private final Map<String, String> values;

    private RecordFile(Path file, Map<String, String> values) {
        this.file = file;
        this.values = values;
    }

    /** Empty when there is no such file. */
    public static Optional<RecordFile> read(Path file) throws IOException {
        try {
            var values = new TreeMap<String, String>();
            for (String line : Files.readAllLines(file)) {
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
     * @throws IOException when it is missing or no number, with file, name and value
     */
    public long number(String name) throws IOException {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException wrong) {
            throw new IOException(
                    "'" + name + "' in " + file + " must be a number, have '" + text(name)
                            + "'. Maybe another program wrote there",
                    wrong);
        }
    }

    @Override
    public String toString() {
        return file + " " + Collections.unmodifiableMap(values);
    }
}
