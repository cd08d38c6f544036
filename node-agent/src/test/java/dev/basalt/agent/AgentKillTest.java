package dev.basalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.agent.link.FakeScheduler;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.executor.v1.Attach;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.executor.v1.TaskState;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own, killed the hard way. */
class AgentKillTest {
    @TempDir
    Path folder;

    private FakeScheduler scheduler;
    private final List<Process> agents = new ArrayList<>();

    @BeforeEach
    void listen() throws IOException {
        scheduler = new FakeScheduler(0, 1);
        Files.writeString(folder.resolve("token"), "secret");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process agent : agents) {
            agent.destroyForcibly().waitFor();
        }
        scheduler.close();
    }

    @Test
    void afterAKillTheNextAgentKnowsWhatRunsWhatEndedAndWhatIsHeld() throws Exception {
        startAgent();
        String device = firstDevice();
        scheduler.say(desired(grant("runs", device), grant("ends", device)));
        awaitInForce("runs");
        awaitInForce("ends");
        Path flag = folder.resolve("flag");
        scheduler.command(run("runs", device, "until [ -e " + flag + " ]; do sleep 0.05; done; exit 11"));
        scheduler.command(run("ends", device, "until [ -e " + flag + ".early ]; do sleep 0.05; done; exit 12"));
        awaitStarted("runs");
        awaitStarted("ends");

        agents.getFirst().destroyForcibly().waitFor();
        Files.createFile(folder.resolve("flag.early"));
        scheduler.heard.clear();
        scheduler.reports.clear();
        startAgent();
        Hello hello = scheduler.awaitMessage(AgentMessage::hasHello).getHello();
        Attach attach = scheduler.awaitReport(report -> report.hasAttach()).getAttach();
        int early = awaitExit("ends");
        Files.createFile(flag);
        int late = awaitExit("runs");

        assertThat(hello.getGrantsList())
                .extracting(held -> held.getKey().getPodUid())
                .containsExactly("ends", "runs");
        assertThat(attach.getTasksList())
                .extracting(TaskState::getTask)
                .extracting(TaskKey::getPodUid)
                .containsExactlyInAnyOrder("ends", "runs");
        assertThat(List.of(early, late)).isEqualTo(List.of(12, 11));
    }

    @Test
    void saysEveryMistakeOfItsSettingsAndExitsWithTwo() throws Exception {
        Process agent = start(List.of("--node=a b", "--colour=red"));

        String said = new String(agent.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(agent.waitFor()).isEqualTo(2);
        assertThat(said.lines())
                .hasSize(5)
                .anyMatch(line -> line.startsWith("basalt agent: --colour is not a setting"))
                .anyMatch(line -> line.startsWith("basalt agent: scheduler is missing"));
    }

    @Test
    void endsWellWhenItIsToldToStop() throws Exception {
        startAgent();
        scheduler.awaitMessage(AgentMessage::hasFullInventory);

        agents.getLast().destroy();

        assertThat(agents.getLast().waitFor()).isZero();
    }

    private void startAgent() throws IOException {
        agents.add(start(List.of(
                "--scheduler=" + scheduler.address(),
                "--token-file=" + folder.resolve("token"),
                "--state-dir=" + folder.resolve("state"),
                "--supervisor=" + TestPaths.supervisor(),
                "--node=node-a",
                "--fake=t4-1")));
    }

    private static Process start(List<String> arguments) throws IOException {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AgentMain.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(new File("/dev/null"))
                .redirectError(arguments.size() > 2 ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.PIPE)
                .start();
    }

    private String firstDevice() {
        return scheduler
                .awaitMessage(AgentMessage::hasFullInventory)
                .getFullInventory()
                .getDevices(0)
                .getUuid();
    }

    private void awaitInForce(String pod) {
        scheduler.awaitMessage(message -> message.getLimitStatus().getGrantsList().stream()
                .anyMatch(grant ->
                        grant.getKey().getPodUid().equals(pod) && grant.getState() == GrantState.GRANT_STATE_IN_FORCE));
    }

    private void awaitStarted(String pod) {
        scheduler.awaitReport(
                report -> report.getStarted().getTask().getPodUid().equals(pod));
    }

    private int awaitExit(String pod) {
        return scheduler
                .awaitReport(report -> report.getExited().getTask().getPodUid().equals(pod))
                .getExited()
                .getExitCode();
    }

    private static DesiredLimits desired(Grant... grants) {
        return DesiredLimits.newBuilder()
                .setEpoch(1)
                .setGeneration(1)
                .setScope(DesiredScope.DESIRED_SCOPE_FULL)
                .addAllGrants(List.of(grants))
                .build();
    }

    private static Grant grant(String pod, String device) {
        return Grant.newBuilder()
                .setKey(GrantKey.newBuilder()
                        .setPodUid(pod)
                        .setContainer("main")
                        .setDeviceUuid(device))
                .setState(GrantState.GRANT_STATE_COMMITTED)
                .setMemoryMib(4096)
                .setEpoch(1)
                .setGeneration(1)
                .build();
    }

    private static ExecutorCommand run(String pod, String device, String script) {
        return ExecutorCommand.newBuilder()
                .setRun(Run.newBuilder()
                        .setTask(TaskKey.newBuilder().setPodUid(pod).setContainer("main"))
                        .addAllCommand(List.of("sh", "-c", script))
                        .addGrants(grant(pod, device))
                        .setGraceMillis(1000)
                        .setEpoch(1)
                        .setGeneration(1))
                .build();
    }
}
