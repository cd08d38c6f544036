package dev.basalt.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.agent.config.AgentConfig.Reading;
import dev.basalt.agent.link.FakeScheduler;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.executor.v1.Attach;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.LogChunk;
import dev.basalt.proto.executor.v1.ReadLog;
import dev.basalt.proto.executor.v1.Release;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.Stop;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.proto.types.v1.ObservedUse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole agent on a fake driver, against a scheduler on loopback, with real processes. */
class AgentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private FakeScheduler scheduler;
    private final List<Agent> agents = new ArrayList<>();

    @BeforeEach
    void listen() throws IOException {
        scheduler = new FakeScheduler(0, 1);
        Files.writeString(folder.resolve("token"), "secret\n");
    }

    @AfterEach
    void stop() throws Exception {
        for (Agent agent : agents) {
            agent.close();
        }
        scheduler.close();
    }

    @Test
    void connectsWithItsTokenAndTellsEveryDeviceAndLink() throws IOException {
        startAgent();

        FullInventory inventory =
                scheduler.awaitMessage(AgentMessage::hasFullInventory).getFullInventory();

        assertThat(scheduler.tokens.getFirst()).isEqualTo("Bearer secret");
        assertThat(inventory.getDevicesList()).hasSize(8);
        assertThat(inventory.getLinks().getLinksList()).hasSize(28).allMatch(link -> link.getNvlinkCount() == 12);
        assertThat(inventory.getNode().getName()).isEqualTo("node-a");
    }

    @Test
    void sendsHeartbeatsWithARisingSequence() throws IOException {
        startAgent();

        AgentMessage third = scheduler.awaitMessage(
                message -> message.hasHeartbeat() && message.getHeartbeat().getSequence() == 3);

        assertThat(third.getHeartbeat().getInventoryVersion()).isEqualTo(1);
        assertThat(third.getHeartbeat().getDevicesList()).hasSize(8).allMatch(sample -> sample.hasPowerMilliwatt());
    }

    @Test
    void runsATaskUnderAGrantAndReportsItsExitCodeAndOutput() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));
        awaitGrant(GrantState.GRANT_STATE_IN_FORCE);

        scheduler.command(run(grant, "echo on $CUDA_VISIBLE_DEVICES rank $RANK of $WORLD_SIZE; exit 7"));

        Exited exited = scheduler.awaitReport(report -> report.hasExited()).getExited();
        assertThat(exited.getExitCode()).isEqualTo(7);
        assertThat(output()).isEqualTo("on " + grant.getKey().getDeviceUuid() + " rank 1 of 2\n");
    }

    @Test
    void aTaskSurvivesItsAgentAndTheNextAgentReportsIt() throws Exception {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));
        awaitGrant(GrantState.GRANT_STATE_IN_FORCE);
        Path flag = folder.resolve("flag");
        scheduler.command(run(grant, "until [ -e " + flag + " ]; do sleep 0.05; done; exit 3"));
        int pid = scheduler
                .awaitReport(report -> report.hasStarted())
                .getStarted()
                .getPid();
        agents.removeFirst().close();
        scheduler.reports.clear();
        scheduler.heard.clear();

        startAgent();
        Attach attach = scheduler.awaitReport(report -> report.hasAttach()).getAttach();
        boolean lives = ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        Files.createFile(flag);
        Exited exited = scheduler.awaitReport(report -> report.hasExited()).getExited();

        assertThat(attach.getTasksList()).hasSize(1).allMatch(task -> !task.hasExited());
        assertThat(lives).isTrue();
        assertThat(exited.getExitCode()).isEqualTo(3);
        assertThat(scheduler.awaitMessage(AgentMessage::hasHello).getHello().getGrantsList())
                .extracting(Grant::getKey)
                .containsExactly(grant.getKey());
    }

    @Test
    void stopsATaskWithinItsGraceAndForgetsItWhenReleased() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));
        awaitGrant(GrantState.GRANT_STATE_IN_FORCE);
        scheduler.command(run(grant, "trap '' TERM; while true; do sleep 0.05; done"));
        scheduler.awaitReport(report -> report.hasStarted());

        scheduler.command(ExecutorCommand.newBuilder()
                .setStop(Stop.newBuilder().setTask(task()).setEpoch(1).setGraceMillis(200))
                .build());
        Exited exited = scheduler.awaitReport(report -> report.hasExited()).getExited();
        release();

        assertThat(exited.getSignal()).isEqualTo(9);
        assertThat(exited.getStopAsked()).isTrue();
        assertThat(folder.resolve("state/tasks/pod-1")).doesNotExist();
    }

    @Test
    void endsTheTaskOfAGrantThatIsTakenBackBeforeItSaysReleased() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));
        awaitGrant(GrantState.GRANT_STATE_IN_FORCE);
        scheduler.command(run(grant, "sleep 600"));
        int pid = scheduler
                .awaitReport(report -> report.hasStarted())
                .getStarted()
                .getPid();

        scheduler.say(desired(2));
        awaitGrant(GrantState.GRANT_STATE_RELEASED);

        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(folder.resolve("state/limits/pod-1")).doesNotExist();
    }

    @Test
    void seesThroughTheDriverWhoUsesWhatAndWhoGoesOver() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));
        awaitGrant(GrantState.GRANT_STATE_IN_FORCE);
        scheduler.command(run(grant, "sleep 600"));
        int pid = scheduler
                .awaitReport(report -> report.hasStarted())
                .getStarted()
                .getPid();

        Path process = folder.resolve("state/fake/processes").resolve(Integer.toString(pid));
        await().atMost(PATIENCE).until(() -> Files.exists(process));
        Files.writeString(process, grant.getKey().getDeviceUuid() + " 5000 30\n");
        ObservedUse use = scheduler
                .awaitMessage(message ->
                        message.getHeartbeat().getUsesList().stream().anyMatch(seen -> seen.getMemoryMib() == 5000))
                .getHeartbeat()
                .getUses(0);
        scheduler.awaitMessage(message ->
                message.getLimitStatus().getGrantsList().stream().anyMatch(status -> status.getViolationCount() == 1));
        release();

        assertThat(use.getPodUid()).isEqualTo("pod-1");
        assertThat(use.getContainer()).isEqualTo("main");
        assertThat(use.getPidsList()).containsExactly(pid);
    }

    @Test
    void refusesARunWhoseGrantIsNotHeld() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.awaitReport(report -> report.hasAttach());

        scheduler.command(run(grant, "true"));

        var refused = scheduler.awaitReport(report -> report.hasRunRefused()).getRunRefused();
        assertThat(refused.getReason().getCode()).isEqualTo("GrantNotHeld");
    }

    @Test
    void aSecondAgentOnTheSameStateFolderIsRefusedWithASentence() throws IOException {
        startAgent();

        Optional<String> problem = problemOf(config());

        assertThat(problem).hasValueSatisfying(text -> assertThat(text).contains("in use by another agent"));
    }

    @Test
    void tellsPeopleInItsStatusFile() throws IOException {
        startAgent();
        Grant grant = grantOf(firstDevice());
        scheduler.say(desired(1, grant));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Files.readString(folder.resolve("state/status.json")))
                        .contains("\"state\":\"LINKED\"", "\"podUid\":\"pod-1\"", "\"memoryMib\":4096"));
    }

    private static Optional<String> problemOf(AgentConfig config) {
        try (var second = new Agent(config)) {
            second.start();
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.ofNullable(refused.getMessage());
        }
    }

    private void startAgent() throws IOException {
        var agent = new Agent(config());
        agents.add(agent);
        agent.start();
    }

    private AgentConfig config() {
        Reading reading = AgentConfig.read(List.of(
                "--scheduler=" + scheduler.address(),
                "--token-file=" + folder.resolve("token"),
                "--state-dir=" + folder.resolve("state"),
                "--supervisor=" + TestPaths.supervisor(),
                "--node=node-a",
                "--fake=dgxa100"));
        return switch (reading) {
            case Reading.Ready ready -> ready.config();
            case Reading.Wrong wrong ->
                throw new AssertionError(wrong.mistakes().toString());
        };
    }

    private String firstDevice() {
        return scheduler
                .awaitMessage(AgentMessage::hasFullInventory)
                .getFullInventory()
                .getDevices(0)
                .getUuid();
    }

    private static Grant grantOf(String device) {
        return Grant.newBuilder()
                .setKey(GrantKey.newBuilder()
                        .setPodUid("pod-1")
                        .setContainer("main")
                        .setDeviceUuid(device))
                .setState(GrantState.GRANT_STATE_COMMITTED)
                .setMemoryMib(4096)
                .setCorePermille(250)
                .setEpoch(1)
                .setGeneration(1)
                .build();
    }

    private static DesiredLimits desired(long generation, Grant... grants) {
        return DesiredLimits.newBuilder()
                .setEpoch(1)
                .setGeneration(generation)
                .setScope(DesiredScope.DESIRED_SCOPE_FULL)
                .addAllGrants(List.of(grants))
                .build();
    }

    private static TaskKey task() {
        return TaskKey.newBuilder().setPodUid("pod-1").setContainer("main").build();
    }

    private static ExecutorCommand run(Grant grant, String script) {
        return ExecutorCommand.newBuilder()
                .setRun(Run.newBuilder()
                        .setTask(task())
                        .setRank(1)
                        .setWorldSize(2)
                        .addAllCommand(List.of("sh", "-c", script))
                        .addGrants(grant)
                        .setGraceMillis(5000)
                        .setEpoch(1)
                        .setGeneration(1))
                .build();
    }

    private GrantStatus awaitGrant(GrantState state) {
        return scheduler
                .awaitMessage(message ->
                        message.getLimitStatus().getGrantsList().stream().anyMatch(grant -> grant.getState() == state))
                .getLimitStatus()
                .getGrants(0);
    }

    /** Ends what is left of the task, which would survive its agent. */
    private void release() {
        scheduler.command(ExecutorCommand.newBuilder()
                .setRelease(Release.newBuilder().setTask(task()).setEpoch(1))
                .build());
        scheduler.awaitReport(report -> report.hasForgotten());
    }

    private String output() {
        scheduler.command(ExecutorCommand.newBuilder()
                .setReadLog(ReadLog.newBuilder().setTask(task()).setReaderId(5).setFollow(true))
                .build());
        scheduler.awaitReport(report -> report.getLogChunk().getEnd());
        var text = new StringBuilder();
        scheduler.reports.stream()
                .filter(report -> report.hasLogChunk())
                .map(report -> report.getLogChunk())
                .filter(chunk -> chunk.getReaderId() == 5)
                .map(LogChunk::getContent)
                .forEach(content -> text.append(content.toString(StandardCharsets.UTF_8)));
        return text.toString();
    }
}
