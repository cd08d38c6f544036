package dev.basalt.agent.run;

import dev.basalt.agent.disk.DamagedRecord;
import dev.basalt.agent.process.ProcessIdentity;
import dev.basalt.agent.run.ContainerFolder.StartRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The C program that owns the processes of one container. It is no child of this process once started: an agent that
 * started it and one that finds it after a restart are in the same position.
 */
public final class Supervisor {
    private static final int ALREADY_STARTED = 3; // supervisor.h
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path program;
    private final String bootId;

    /** @throws IOException when the program is not there, or this machine does not tell its boot id */
    public Supervisor(Path program) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException("The supervisor " + program
                    + " is not an executable file."
                    + " Maybe it was not built: run make in node-agent/src/main/native/supervisor");
        }
        this.program = program;
        this.bootId = Files.readString(BOOT_ID).strip();
    }

    /** The id of this boot of the machine. */
    public String bootId() {
        return bootId;
    }

    /**
     * Starts the prepared command. A command that was already started in that folder, by whomever, is left alone.
     *
     * @throws IOException when it could not be started, with the supervisor's sentence
     */
    void start(ContainerFolder folder, Path workFolder) throws IOException {
        Answer answer = call(List.of("start", folder.path().toString(), workFolder.toString()));
        if (answer.exitCode() != 0 && answer.exitCode() != ALREADY_STARTED) {
            throw new IOException(answer.text());
        }
    }

    /**
     * Asks the command to end: SIGTERM, and after the grace SIGKILL to all of it. May be repeated, with a shorter
     * grace.
     */
    void stop(ContainerFolder folder, long graceMillis) throws IOException {
        if (!folder.stopRequested()) {
            folder.requestStop(graceMillis);
        }
        signalStop(folder);
    }

    /** Tells the supervisor to look for a stop again, in case an agent died between writing and telling. */
    void signalStop(ContainerFolder folder) throws IOException {
        Optional<StartRecord> start = folder.started();
        if (start.isPresent() && start.get().supervisor().alive()) {
            ProcessIdentity supervisor = start.get().supervisor();
            ProcessHandle.of(supervisor.pid()).ifPresent(ProcessHandle::destroy);
        }
    }

    /**
     * The status, after making sure that it is not one that nobody will ever change: where supervisor and guard are
     * gone, or nobody can tell who they are, what they left is found by the mark in its environment and ended, and the
     * container is declared lost.
     */
    ContainerStatus settle(ContainerFolder folder) throws IOException {
        try {
            return settle(folder, folder.status());
        } catch (DamagedRecord damaged) {
            if (abandon(folder, "nobody can tell who runs it: " + damaged.getMessage())) {
                return folder.status();
            }
            throw damaged; // its supervisor writes the end within a moment
        }
    }

    /**
     * Ends whatever runs of a container that can no longer be looked after.
     *
     * @return true when it was declared lost; false when its supervisor lives and writes the end itself
     */
    boolean abandon(ContainerFolder folder, String reason) throws IOException {
        sweep(folder);
        boolean isLost = !folder.attended();
        if (isLost && !folder.isDone()) {
            folder.declareLost(reason);
        }
        return isLost;
    }

    private ContainerStatus settle(ContainerFolder folder, ContainerStatus status) throws IOException {
        return switch (status) {
            case ContainerStatus.NotStarted ignored -> status;
            case ContainerStatus.Ended ignored -> status;
            case ContainerStatus.Lost ignored -> status;
            case ContainerStatus.Running running -> settle(folder, running.start(), status);
            case ContainerStatus.Ending ending -> settle(folder, ending.start(), status);
        };
    }

    private ContainerStatus settle(ContainerFolder folder, StartRecord start, ContainerStatus seen) throws IOException {
        if (!start.bootId().equals(bootId)) {
            folder.declareLost("the machine was restarted while it ran");
        } else if (start.attended()) {
            return seen;
        } else if (!folder.status().over()) { // they may have written the end and gone since it was read
            sweep(folder);
            folder.declareLost("its supervisor and its guard were killed");
        }
        return folder.status();
    }

    /** Ends every process that carries the folder's mark. */
    private void sweep(ContainerFolder folder) throws IOException {
        Answer answer = call(List.of("sweep", folder.path().toString()));
        if (answer.exitCode() != 0) {
            throw new IOException("Some processes of " + folder.path()
                    + " do not end. Maybe they hang inside the driver; its grants stay taken until they are gone");
        }
    }

    private record Answer(int exitCode, String text) {}

    private Answer call(List<String> words) throws IOException {
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(words);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return new Answer(process.waitFor(), text);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while calling " + command, interrupted);
        }
    }
}
