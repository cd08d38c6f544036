package dev.basalt.agent.run;

import dev.basalt.agent.disk.DamagedRecord;
import dev.basalt.agent.disk.DurableFile;
import dev.basalt.agent.disk.RecordFile;
import dev.basalt.agent.process.ProcessIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        return !Files.exists(path.resolve("exit")) && !isDone();
    }

    /** True when nothing of it lives, and how it ended will not change any more. */
    boolean isDone() {
        return Files.exists(path.resolve("done"));
    }

    /** True while the guard or the supervisor lives: they hold the lock, whatever became of their records. */
    boolean attended() throws IOException {
        try (FileChannel lock = FileChannel.open(path.resolve("lock"), StandardOpenOption.WRITE)) {
            return lock.tryLock() == null;
        } catch (NoSuchFileException neverStarted) {
            return false;
        }
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

    /**
     * How far it has come. Reads the end before the start, so that what it answers was true at one moment.
     *
     * @throws DamagedRecord when it has begun, has not ended, and nobody can tell who runs it
     */
    ContainerStatus status() throws IOException {
        Optional<RecordFile> done = RecordFile.read(path.resolve("done"));
        Optional<RecordFile> exit = RecordFile.read(path.resolve("exit"));
        Optional<RecordFile> start = RecordFile.read(path.resolve("start"));
        if (done.isPresent()) {
            return start.isEmpty() || exit.isEmpty() ? lost(done.get()) : ended(start.get(), exit.get());
        }
        if (start.isEmpty()) {
            return new ContainerStatus.NotStarted();
        }
        StartRecord known = StartRecord.of(start.get());
        return exit.isEmpty() ? new ContainerStatus.Running(known) : new ContainerStatus.Ending(known);
    }

    private static ContainerStatus lost(RecordFile done) {
        return new ContainerStatus.Lost(done.text("error"));
    }

    /** An exit code counts though the start record is damaged; one that cannot be read is lost, and told as lost. */
    private static ContainerStatus ended(RecordFile start, RecordFile exit) {
        try {
            return ended(startedMillis(start), exit);
        } catch (DamagedRecord damaged) {
            return new ContainerStatus.Lost("its exit cannot be read: " + damaged.getMessage());
        }
    }

    private static long startedMillis(RecordFile start) {
        try {
            return start.number("started_millis");
        } catch (DamagedRecord unknown) {
            return 0;
        }
    }

    private static ContainerStatus ended(long startedUnixMillis, RecordFile exit) throws DamagedRecord {
        return new ContainerStatus.Ended(
                (int) exit.number("code"),
                (int) exit.number("signal"),
                exit.number("stopped") == 1,
                exit.number("forced") == 1,
                exit.text("error"),
                startedUnixMillis,
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
        static StartRecord of(RecordFile record) throws DamagedRecord {
            return new StartRecord(
                    identity(record, "guard"),
                    identity(record, "supervisor"),
                    identity(record, "child"),
                    record.text("boot_id"),
                    record.number("started_millis"));
        }

        private static ProcessIdentity identity(RecordFile record, String who) throws DamagedRecord {
            return new ProcessIdentity(record.number(who + "_pid"), record.number(who + "_start"));
        }

        /** True while someone lives who will write how it ended. */
        boolean attended() {
            return supervisor.alive() || guard.alive();
        }
    }
}
