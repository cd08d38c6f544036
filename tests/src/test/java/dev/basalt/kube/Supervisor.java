package dev.basalt.kube;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The script {@code control-plane run} as a child of this process: it reads commands from its standard input and ends
 * its servers when that closes, so that none outlives this JVM however it ends.
 */
final class Supervisor implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;
    private final Map<String, String> environment;

    private Supervisor(Process process) throws IOException {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.environment = new TreeMap<>();
        for (String line : linesUntil("ready")) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
    }

    /** Returns when all servers answer. */
    static Supervisor start(Path folder, ControlPlaneOptions options) {
        List<String> command = new ArrayList<>(List.of("setsid", script().toString(), "run", folder.toString()));
        command.addAll(options.arguments());
        try {
            return new Supervisor(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException("no control plane in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static Path script() {
        String home = System.getProperty("basalt.home");
        if (home == null) {
            throw new IllegalStateException("system property basalt.home is not set. Maybe run the tests with ./mvnw");
        }
        return Path.of(home, "tests", "kube", "control-plane");
    }

    /** KEY=VALUE as {@code control-plane env} prints them. */
    Map<String, String> environment() {
        return Collections.unmodifiableMap(environment);
    }

    long pid() {
        return process.pid();
    }

    /** Returns when the command is done. */
    synchronized void tell(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            List<String> said = linesUntil("done");
            if (!said.isEmpty()) {
                throw new IllegalStateException("control plane, " + command + ": " + String.join(" ", said));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("control plane, " + command + ": " + e.getMessage(), e);
        }
    }

    private List<String> linesUntil(String last) throws IOException {
        List<String> lines = new ArrayList<>();
        while (true) {
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("it ended. It said: " + String.join("\n", lines));
            }
            if (line.equals(last)) {
                return lines;
            }
            lines.add(line);
        }
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the control plane with pid " + process.pid() + " does not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the control plane with pid " + process.pid(), e);
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
