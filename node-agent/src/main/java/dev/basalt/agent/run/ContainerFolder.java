package dev.basalt.agent.run;

import dev.basalt.agent.disk.DurableFile;
import dev.basalt.agent.disk.RecordFile;
import dev.basalt.agent.process.ProcessIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The folder of one container of one task, as the supervisor knows it ({@code supervisor.h} lists the files). All that
 * is known about a container is read from here, so that a restarted agent knows as much as the one before it.
 *
 * @param path absolute path
 */
public record ContainerFolder(Path path) {
    private static final String PRIVATE_FILE = "rw-------";

    /** Writes what the supervisor needs to start the command. Does nothing that starts it. */
    void prepare(List<String> command, Map<String, String> environment) throws IOException {
        DurableFile.createFolders(path, "rwxr-xr-x");
        var variables = new TreeMap<>(environment)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList();
        DurableFile.replaceUnsynced(path.resolve("command"), entries(command), PRIVATE_FILE);
        DurableFile.replaceUnsynced(path.resolve("environment"), entries(variables), PRIVATE_FILE);
        DurableFile.syncFolder(path);
    }

    /** Leaves word for the supervisor to stop the command; it looks when it is signalled. */
    void requestStop(long graceMillis) throws IOException {
        DurableFile.replace(
                path.resolve("stop"), Long.toString(graceMillis).getBytes(StandardCharsets.US_ASCII), "rw-r--r--");
    }

    /** Leaves word that the container is over although its supervisor could not say so. */
    void declareLost(String reason) throws IOException {
        String text = "left_behind=0\nlost=1\nerror=" + reason.replace('\n', ' ') + "\n";
        DurableFile.replace(path.resolve("done"), text.getBytes(StandardCharsets.UTF_8), "rw-r--r--");
    }

    /** True if it had not ended a moment ago. Cheap: asks for names only. */
    boolean seemsToRun() {
        return !Files.exists(path.resolve("exit")) && !Files.exists(path.resolve("done"));
    }

    boolean stopRequested() {
        return Files.exists(path.resolve("stop"));
    }

    /** What the command wrote, output and errors in the order they were written; the file may not exist yet. */
    Path output() {
        return path.resolve("output.log");
    }

    /** Who runs the command; empty before it was started. */
    Optional<StartRecord> started() throws IOException {
        Optional<RecordFile> record = RecordFile.read(path.resolve("start"));
        return record.isEmpty() ? Optional.empty() : Optional.of(StartRecord.of(record.get()));
    }

    /** How far it has come. Reads the end before the start, so that what it answers was true at one moment. */
    ContainerStatus status() throws IOException {
        Optional<RecordFile> done = RecordFile.read(path.resolve("done"));
        Optional<RecordFile> exit = RecordFile.read(path.resolve("exit"));
        Optional<StartRecord> start = started();
        if (start.isEmpty()) {
            return done.isPresent() ? lost(done.get()) : new ContainerStatus.NotStarted();
        }
        if (done.isEmpty()) {
            return exit.isEmpty() ? new ContainerStatus.Running(start.get()) : new ContainerStatus.Ending(start.get());
        }
        return exit.isEmpty() ? lost(done.get()) : ended(start.get(), exit.get());
    }

    private static ContainerStatus lost(RecordFile done) {
        return new ContainerStatus.Lost(done.text("error"));
    }

    private static ContainerStatus ended(StartRecord start, RecordFile exit) throws IOException {
        return new ContainerStatus.Ended(
                (int) exit.number("code"),
                (int) exit.number("signal"),
                exit.number("stopped") == 1,
                exit.number("forced") == 1,
                exit.text("error"),
                start.startedUnixMillis(),
                exit.number("finished_millis"));
    }

    private static byte[] entries(List<String> entries) {
        var bytes = new ByteArrayOutputStream();
        for (String entry : entries) {
            bytes.writeBytes(entry.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }

    /**
     * What the supervisor wrote before it let the command go.
     *
     * @param guard the process that outlives the supervisor
     * @param supervisor the process that waits for the command
     * @param child the command
     * @param bootId the boot of the machine it all happened in
     * @param startedUnixMillis when
     */
    public record StartRecord(
            ProcessIdentity guard,
            ProcessIdentity supervisor,
            ProcessIdentity child,
            String bootId,
            long startedUnixMillis) {
        static StartRecord of(RecordFile record) throws IOException {
            return new StartRecord(
                    identity(record, "guard"),
                    identity(record, "supervisor"),
                    identity(record, "child"),
                    record.text("boot_id"),
                    record.number("started_millis"));
        }

        private static ProcessIdentity identity(RecordFile record, String who) throws IOException {
            return new ProcessIdentity(record.number(who + "_pid"), record.number(who + "_start"));
        }

        /** True while someone lives who will write how it ended. */
        boolean attended() {
            return supervisor.alive() || guard.alive();
        }
    }
}
