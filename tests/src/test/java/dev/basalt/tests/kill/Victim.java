package dev.basalt.tests.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One Java process that can be killed and started again; what it prints goes to one file over all of its lives. */
public final class Victim implements AutoCloseable {
    private static final int KILLED = 128 + 9;

    private final String main;
    private final Path log;
    private @Nullable Process process;

    /**
     * Starts nothing yet.
     *
     * @param main main class
     * @param log where its output goes
     */
    public Victim(String main, Path log) {
        this.main = main;
        this.log = log;
    }

    public void start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx192m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dbasalt.home=" + System.getProperty("basalt.home"),
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(arguments);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Lets it work for so long; fails when it ends by itself meanwhile. */
    void letWork(long millis) throws InterruptedException {
        Process running = running();
        if (running.waitFor(millis, TimeUnit.MILLISECONDS)) {
            throw new AssertionError(main + " ended by itself with " + running.exitValue() + ", see " + log);
        }
    }

    /** Kills it as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        Process running = running();
        running.destroyForcibly();
        int code = running.waitFor();
        if (code != KILLED) {
            throw new AssertionError(main + " was to be killed and ended with " + code + ", see " + log);
        }
    }

    /** Its process id. */
    public long pid() {
        return running().pid();
    }

    /** Asks it to end, and answers its exit code. */
    public int terminate() throws InterruptedException {
        Process running = running();
        running.destroy();
        return running.waitFor();
    }

    public boolean isAlive() {
        return running().isAlive();
    }

    /** Fails when it has ended. */
    public void requireAlive() {
        Process running = running();
        if (!running.isAlive()) {
            throw new AssertionError(main + " ended by itself with " + running.exitValue() + ", see " + log);
        }
    }

    @Override
    public void close() {
        Process last = process;
        if (last != null) {
            last.destroyForcibly();
        }
    }

    private Process running() {
        Process last = process;
        if (last == null) {
            throw new IllegalStateException(main + " was never started");
        }
        return last;
    }
}
