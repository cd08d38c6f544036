package dev.basalt.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However the process that started a control plane ends, its servers end, too. */
final class NothingLeftBehindKubeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder = Path.of("");

    private final List<ProcessHandle> started = new ArrayList<>();

    @AfterEach
    void killWhatAFailedTestLeft() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    @Test
    void whenTheJvmThatStartedItIsKilled() throws IOException {
        Starter starter = start();

        starter.jvm().destroyForcibly();

        await().atMost(PATIENCE).until(() -> processes().isEmpty());
    }

    @Test
    void whenTheJvmIsKilledAndTheApiServerIsStopped() throws IOException {
        Starter starter = start("paused");

        starter.jvm().destroyForcibly();

        await().atMost(PATIENCE).until(() -> processes().isEmpty());
    }

    @Test
    void whenTheScriptBehindItIsKilled() throws IOException {
        Starter starter = start();

        starter.script().destroyForcibly();

        await().atMost(PATIENCE).until(() -> processes().isEmpty());
    }

    private record Starter(ProcessHandle jvm, ProcessHandle script) {}

    /** Returns when all its servers run. */
    private Starter start(String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dbasalt.home=" + System.getProperty("basalt.home"),
                "-cp",
                System.getProperty("java.class.path"),
                StartPlaneMain.class.getName(),
                plane()));
        command.addAll(List.of(more));
        Process jvm = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        started.add(jvm.toHandle());
        String said = jvm.inputReader().readLine();
        assertThat(said).startsWith("up ");
        ProcessHandle script =
                ProcessHandle.of(Long.parseLong(said.substring("up ".length()))).orElseThrow();
        started.add(script);
        assertThat(processes()).as("etcd, API server, controllers, script").hasSize(4);
        return new Starter(jvm.toHandle(), script);
    }

    private String plane() {
        return folder.resolve("plane").toString();
    }

    /**
     * Command lines that speak of this test's folder, without the JVM's. An ended process that nobody waited for has
     * none.
     */
    private List<String> processes() {
        return ProcessHandle.allProcesses()
                .filter(process ->
                        started.isEmpty() || process.pid() != started.getFirst().pid())
                .map(process -> process.info().commandLine())
                .flatMap(Optional::stream)
                .filter(line -> line.contains(plane()))
                .toList();
    }
}
