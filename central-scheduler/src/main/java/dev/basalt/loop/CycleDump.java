package dev.basalt.loop;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Tick;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes down the step that broke the core or the store, so that whoever looks for the bug has its events. */
public final class CycleDump {
    private final Path directory;

    /** @param directory where dumps go; made when it is missing */
    public CycleDump(Path directory) {
        this.directory = directory;
    }

    /** Writes one file with the step's time, its failure and its events, one a line. */
    Path write(long stepNumber, Tick tick, List<Event> events, Throwable failure) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve("cycle-" + tick.wallMillis() + "-" + stepNumber + ".txt");
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            out.println("step " + stepNumber);
            out.println(tick);
            out.println("events " + events.size());
            events.forEach(out::println);
            out.println("failure");
            failure.printStackTrace(out);
        }
        return file;
    }
}
