package dev.basalt.cli.demo;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The processes of one demo: started through the launcher, each in a session of its own, found again by their folder.
 */
final class DemoProcesses {
    private static final long GRACE_SECONDS = 10;
    private static final int MOST_WORDS = 300; // characters
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final DemoFolder folder;
    private final Path launcher;
    private final Map<String, Process> started = new LinkedHashMap<>();

    /** @param launcher {@code ./basalt} */
    DemoProcesses(DemoFolder folder, Path launcher) {
        this.folder = folder;
        this.launcher = launcher;
    }

    /** Starts {@code basalt ARGUMENTS}; its output goes into a log named after it. */
    void start(String name, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString()); // Ctrl-C reaches the demo alone, which then ends the others in order
        }
        command.add(launcher.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(folder.log(name).toFile());
        builder.environment().put("BASALT_BUILD", "skip");
        started.put(name, builder.start());
    }

    /** Fails when a process has ended by itself. */
    void requireAlive() throws DemoFailed {
        for (Map.Entry<String, Process> each : started.entrySet()) {
            if (!each.getValue().isAlive()) {
                throw new DemoFailed(each.getKey() + " ended with exit code "
                        + each.getValue().exitValue() + "; it last said: " + lastWords(each.getKey()));
            }
        }
    }

    private String lastWords(String name) {
        try (Stream<String> lines = Files.lines(folder.log(name), StandardCharsets.UTF_8)) {
            return lines.filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.length() > MOST_WORDS ? line.substring(0, MOST_WORDS) + " ..." : line)
                    .orElse("nothing");
        } catch (IOException unreadable) {
            return "nothing that can be read (" + folder.log(name) + ")";
        }
    }

    /** Ends agents first, then the scheduler, then whatever is left of their tasks. */
    void stop() {
        List<String> names = new ArrayList<>(started.keySet());
        for (String name : names.reversed()) {
            if (!name.equals(names.getFirst())) {
                process(name).destroy();
            }
        }
        names.stream().skip(1).forEach(name -> await(process(name)));
        if (!names.isEmpty()) {
            process(names.getFirst()).destroy();
            await(process(names.getFirst()));
        }
        stopAll(folder);
    }

    private Process process(String name) {
        Process process = started.get(name);
        if (process == null) {
            throw new IllegalStateException("process " + name + " was never started; there are " + started.keySet());
        }
        return process;
    }

    private static void await(Process process) {
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Ends every process that belongs to the folder: first asked, then killed. */
    static void stopAll(DemoFolder folder) {
        List<ProcessHandle> left = belonging(folder);
        left.forEach(ProcessHandle::destroy);
        for (ProcessHandle process : left) {
            try {
                var ignored = process.onExit().get(GRACE_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException stubborn) {
                process.destroyForcibly();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
        }
        belonging(folder).forEach(ProcessHandle::destroyForcibly);
    }

    /** Processes of this user whose command line or environment names the folder, this process aside. */
    static List<ProcessHandle> belonging(DemoFolder folder) {
        byte[] mark = folder.path().toString().getBytes(StandardCharsets.UTF_8);
        long own = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != own)
                .filter(process -> mentions(process.pid(), "cmdline", mark) || mentions(process.pid(), "environ", mark))
                .toList();
    }

    private static boolean mentions(long pid, String file, byte[] mark) {
        try {
            String content = Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
            return content.contains(new String(mark, StandardCharsets.ISO_8859_1));
        } catch (IOException notOursOrGone) {
            return false;
        }
    }
}
