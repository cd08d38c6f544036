package dev.basalt.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as people start it: real processes, a fake driver, and the command line against what it leaves running. */
final class DemoIT {
    private static final Path HOME = Path.of(System.getProperty("basalt.home", ""));
    private static final int PATIENCE_SECONDS = 400;

    @TempDir
    Path folder = Path.of("");

    /** How a command ended and what it wrote. */
    private record Ended(int code, String out, String err) {}

    @AfterEach
    void stopWhatAFailedTestLeft() throws Exception {
        var ignored = basalt("demo", "--stop");
    }

    @Test
    void checksEveryClaimAndLeavesNothingBehind() throws Exception {
        Ended demo = basalt("demo", "--json");

        assertThat(demo.err()).endsWith("demo: OK\n");
        assertThat(demo.out()).startsWith("{").contains("\"ok\" : true").doesNotContain("\"ok\" : false");
        assertThat(demo.code()).isZero();
        assertThat(processesOfDemos()).isEmpty();
    }

    @Test
    void staysUpForTheCommandLineUntilItIsStopped() throws Exception {
        Path tutorial = Files.writeString(folder.resolve("tutorial.yaml"), """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: tutorial}
                spec:
                  plugins: {gang: {minAvailable: 2}}
                  tasks:
                    - replicas: 2
                      template:
                        spec:
                          containers:
                            - name: main
                              command: [sh, -c, "echo hello from $RANK; exec sleep 600"]
                              resources: {limits: {nvidia.com/gpu: 1}}
                """);

        Ended demo = basalt("demo", "--keep");
        Ended apply = basalt("apply", "-f", tutorial.toString());
        Ended jobs = basalt("get", "jobs", "-o", "name");
        Ended why = basalt("explain", "giant");
        Ended log = basalt("logs", "sweep/worker-0");
        Ended stop = basalt("demo", "--stop");

        assertThat(demo.out()).contains("Try next:").endsWith("demo: OK\n");
        assertThat(apply.out()).isEqualTo("Job default/tutorial: created\n");
        assertThat(apply.err()).contains("read as spec.minAvailable: 2", "read as 'default0'");
        assertThat(jobs.out()).contains("namespaces/default/jobs/tutorial\n", "namespaces/default/jobs/sweep\n");
        assertThat(why.out()).contains("needs 16 GPUs");
        assertThat(log.out()).contains("rank=0 of 8");
        assertThat(stop.out()).isEqualTo("demo: stopped\n");
        assertThat(processesOfDemos()).isEmpty();
    }

    private Ended basalt(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(HOME.resolve("basalt").toString()));
        command.addAll(List.of(arguments));
        var out = Files.createTempFile(folder, "out", ".txt");
        var err = Files.createTempFile(folder, "err", ".txt");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("XDG_RUNTIME_DIR", folder.resolve("run").toString());
        builder.environment().put("BASALT_JAVA_OPTS", "-Djava.io.tmpdir=" + folder);
        var process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            throw new IllegalStateException(
                    command + " did not end. It wrote: " + Files.readString(out) + Files.readString(err));
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Processes that were started in this test's own folder. */
    private List<Long> processesOfDemos() {
        String mark = folder.resolve("basalt-demo-").toString();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> mentions(pid, mark))
                .toList();
    }

    private static boolean mentions(long pid, String mark) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException notOursOrGone) {
            return false;
        }
    }
}
