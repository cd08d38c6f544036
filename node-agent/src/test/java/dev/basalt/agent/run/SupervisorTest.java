package dev.basalt.agent.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.TestPaths;
import dev.basalt.agent.run.ContainerStatus.Ended;
import dev.basalt.agent.run.ContainerStatus.Lost;
import dev.basalt.agent.run.ContainerStatus.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The C program with real processes. */
class SupervisorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path root;

    private Supervisor supervisor;
    private int folders;

    @BeforeEach
    void find() throws IOException {
        supervisor = new Supervisor(TestPaths.supervisor());
    }

    @Test
    void keepsEveryExitCode() throws IOException {
        var started = new ArrayList<ContainerFolder>();
        for (int code = 0; code <= 255; code++) {
            started.add(start("exit " + code));
        }

        var codes = new ArrayList<Integer>();
        for (ContainerFolder folder : started) {
            codes.add(awaitEnd(folder).code());
        }

        var expected = new ArrayList<Integer>();
        for (int code = 0; code <= 255; code++) {
            expected.add(code);
        }
        assertThat(codes).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 9, 10, 11, 13, 15})
    void tellsTheSignalThatEndedATask(int signal) throws IOException {
        Ended ended = awaitEnd(start("kill -" + signal + " $$; sleep 600"));

        assertThat(ended.signal()).isEqualTo(signal);
        assertThat(ended.code()).isEqualTo(128 + signal);
    }

    @Test
    void tellsWhyACommandCannotBeExecuted() throws IOException {
        ContainerFolder folder = startCommand(List.of("/no/such/program"));

        Ended ended = awaitEnd(folder);

        assertThat(ended.code()).isEqualTo(127);
        assertThat(ended.error()).isEqualTo("No such file or directory");
        assertThat(Files.readString(folder.output()))
                .isEqualTo("basalt: cannot run /no/such/program: No such file or directory\n");
    }

    @Test
    void keepsOutputAndErrorsInTheOrderInWhichTheyWereWritten() throws IOException {
        ContainerFolder folder = start("i=0; while [ $i -lt 500 ]; do echo out $i; echo err $i >&2; i=$((i+1)); done");

        awaitEnd(folder);

        var expected = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            expected.append("out ").append(i).append("\nerr ").append(i).append('\n');
        }
        assertThat(Files.readString(folder.output())).isEqualTo(expected.toString());
    }

    @Test
    void runsACommandOnceHoweverOftenItIsStarted() throws IOException {
        ContainerFolder folder = start("echo ran; sleep 0.1");
        awaitEnd(folder);

        supervisor.start(folder, root);

        assertThat(Files.readString(folder.output())).isEqualTo("ran\n");
        assertThat(folder.status()).isInstanceOf(Ended.class);
    }

    @Test
    void killsWhatDoesNotStopWithinItsGrace() throws IOException {
        ContainerFolder folder = start("trap '' TERM; echo ready; while true; do sleep 0.05; done");
        awaitOutput(folder, "ready");

        supervisor.stop(folder, 200);

        Ended ended = awaitEnd(folder);
        assertThat(List.of(ended.signal(), ended.stopped(), ended.forced())).isEqualTo(List.of(9, true, true));
    }

    @Test
    void letsATaskFinishWithinItsGrace() throws IOException {
        ContainerFolder folder = start("trap 'echo saved; exit 5' TERM; echo ready; while true; do sleep 0.05; done");
        awaitOutput(folder, "ready");

        supervisor.stop(folder, 20_000);

        Ended ended = awaitEnd(folder);
        assertThat(List.of(ended.code(), ended.stopped(), ended.forced())).isEqualTo(List.of(5, true, false));
        assertThat(Files.readString(folder.output())).contains("saved\n");
    }

    @Test
    void daemonsThatForkTwiceDoNotSurviveTheTask() throws IOException {
        ContainerFolder folder = start(daemon() + "sleep 0.1; exit 4");

        Ended ended = awaitEnd(folder);

        assertThat(ended.code()).isEqualTo(4);
        assertThat(alive(daemonPid(folder))).isFalse();
    }

    @Test
    void aTaskSurvivesTheProcessThatStartedIt() throws Exception {
        ContainerFolder folder =
                prepare(List.of("sh", "-c", "echo ready; until [ -e flag ]; do sleep 0.05; done; exit 9"));
        Process parent = new ProcessBuilder(
                        "sh",
                        "-c",
                        TestPaths.supervisor() + " start " + folder.path() + " " + root + "; exec sleep 600")
                .start();
        awaitOutput(folder, "ready");

        parent.destroyForcibly().waitFor();
        Files.createFile(root.resolve("flag"));

        assertThat(awaitEnd(folder).code()).isEqualTo(9);
    }

    @Test
    void whenTheSupervisorIsKilledItsTaskIsEndedAndDeclaredLost() throws IOException {
        ContainerFolder folder = start(daemon() + "echo ready; sleep 600");
        awaitOutput(folder, "ready");
        Running running = running(folder);

        kill(running.start().supervisor().pid());

        assertThat(awaitOver(folder)).isEqualTo(new Lost("the supervisor ended early (signal 9)"));
        assertThat(running.start().child().alive()).isFalse();
        assertThat(alive(daemonPid(folder))).isFalse();
    }

    @Test
    void whenSupervisorAndGuardAreKilledTheTaskIsFoundByItsMark() throws IOException {
        ContainerFolder folder = start("sleep 600 & echo ready; sleep 601");
        awaitOutput(folder, "ready");
        Running running = running(folder);

        kill(running.start().guard().pid());
        kill(running.start().supervisor().pid());

        assertThat(awaitOver(folder)).isEqualTo(new Lost("its supervisor and its guard were killed"));
        assertThat(running.start().child().alive()).isFalse();
    }

    @Test
    void anExitThatWasRecordedIsKeptWhenTheSupervisorIsKilledAfterwards() throws IOException {
        ContainerFolder folder = start("exit 6");
        awaitEnd(folder);
        Files.delete(folder.path().resolve("done"));

        supervisor.settle(folder);

        assertThat(awaitEnd(folder).code()).isEqualTo(6);
    }

    @Test
    void aTaskOfAnEarlierBootIsLostWithoutTouchingProcessesOfThisOne() throws IOException {
        ContainerFolder folder = start("echo ready; sleep 600");
        awaitOutput(folder, "ready");
        Running running = running(folder);
        Path start = folder.path().resolve("start");
        Files.writeString(start, Files.readString(start).replace(supervisor.bootId(), "another-boot"));

        ContainerStatus status = supervisor.settle(folder);

        assertThat(status).isEqualTo(new Lost("the machine was restarted while it ran"));
        assertThat(running.start().child().alive()).isTrue();
        kill(running.start().supervisor().pid());
        await().atMost(PATIENCE).until(() -> !running.start().child().alive());
    }

    @Test
    void aRecycledProcessIdIsNotTakenForTheSupervisor() throws IOException {
        ContainerFolder folder = start("exit 0");
        awaitEnd(folder);
        Files.delete(folder.path().resolve("done"));
        Files.delete(folder.path().resolve("exit"));
        Path start = folder.path().resolve("start");
        String self = Long.toString(ProcessHandle.current().pid());
        Files.writeString(
                start,
                Files.readString(start)
                        .replaceAll("guard_pid=\\d+", "guard_pid=" + self)
                        .replaceAll("supervisor_pid=\\d+", "supervisor_pid=" + self));

        ContainerStatus status = supervisor.settle(folder);

        assertThat(status).isEqualTo(new Lost("its supervisor and its guard were killed"));
    }

    @Test
    void refusesToStartWhereTheExitCouldNotBeRecorded() throws IOException {
        ContainerFolder folder = prepare(List.of("sh", "-c", "echo ran"));
        Files.createDirectory(folder.path().resolve("exit.tmp"));

        assertThatThrownBy(() -> supervisor.start(folder, root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot take the room for the exit record");
        assertThat(folder.output()).doesNotExist();
    }

    @Test
    void writesTheExitAsSoonAsThatIsPossible() throws IOException {
        ContainerFolder folder = start("echo ready; until [ -e go ]; do sleep 0.05; done; exit 13");
        awaitOutput(folder, "ready");
        Path inTheWay = Files.createDirectory(folder.path().resolve("exit"));
        Files.createFile(folder.path().resolve("work/go"));
        Path log = folder.path().resolve("supervisor.log");
        await().atMost(PATIENCE).until(() -> Files.readString(log).contains("writing exit"));

        Files.delete(inTheWay);

        assertThat(awaitEnd(folder).code()).isEqualTo(13);
    }

    @Test
    void leavesNobodyBehindWhenItsFolderIsRemoved() throws IOException {
        ContainerFolder folder = start("echo ready; sleep 600");
        awaitOutput(folder, "ready");
        Running running = running(folder);
        try (var files = Files.walk(folder.path())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }

        ProcessHandle.of(running.start().child().pid()).ifPresent(ProcessHandle::destroyForcibly);

        await().atMost(PATIENCE)
                .until(() -> !running.start().supervisor().alive()
                        && !running.start().guard().alive());
    }

    @Test
    void saysWhatToDoWhenTheProgramIsMissing() {
        assertThatThrownBy(() -> new Supervisor(root.resolve("absent")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("absent")
                .hasMessageContaining("Maybe");
    }

    /** Shell text that leaves a process behind which has forked twice and has a session of its own. */
    private static String daemon() {
        return "( setsid sh -c 'sleep 602 & echo $! > daemon.pid' & ); until [ -s daemon.pid ]; do sleep 0.01; done; "
                + "cp daemon.pid \"$BASALT_TASK\"/; ";
    }

    private static long daemonPid(ContainerFolder folder) throws IOException {
        return Long.parseLong(
                Files.readString(folder.path().resolve("daemon.pid")).strip());
    }

    private ContainerFolder start(String script) throws IOException {
        return startCommand(List.of("sh", "-c", script));
    }

    private ContainerFolder startCommand(List<String> command) throws IOException {
        ContainerFolder folder = prepare(command);
        supervisor.start(folder, Files.createDirectory(folder.path().resolve("work")));
        return folder;
    }

    private ContainerFolder prepare(List<String> command) throws IOException {
        var folder = new ContainerFolder(root.resolve("task" + folders++));
        folder.prepare(command, Map.of("PATH", "/usr/bin:/bin"));
        return folder;
    }

    private static void awaitOutput(ContainerFolder folder, String line) {
        await().atMost(PATIENCE)
                .until(() -> Files.exists(folder.output())
                        && Files.readString(folder.output()).contains(line));
    }

    private ContainerStatus awaitOver(ContainerFolder folder) {
        return await().atMost(PATIENCE).until(() -> supervisor.settle(folder), ContainerStatus::over);
    }

    private Ended awaitEnd(ContainerFolder folder) {
        ContainerStatus status = awaitOver(folder);
        return Optional.of(status)
                .filter(Ended.class::isInstance)
                .map(Ended.class::cast)
                .orElseThrow(() -> new AssertionError("expected an exit code, have " + status));
    }

    private static Running running(ContainerFolder folder) throws IOException {
        return (Running) folder.status();
    }

    private static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
