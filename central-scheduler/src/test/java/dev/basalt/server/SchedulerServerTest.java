package dev.basalt.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.config.Endpoint;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ClusterInfoRequest;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.ExplainRequest;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.TaskPhase;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.store.StoreException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a scheduler does with gangs, agents and its own end. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SchedulerServerTest extends ServerTest {
    @Test
    void runsAGangWholeAndFreesItsGpusWhenItEnds() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);

        var applied = apply(PAIR);
        Run first = agent.runs.take();
        Run second = agent.runs.take();
        Job running = awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);
        assertEquals(ApplyOutcome.APPLY_OUTCOME_CREATED, applied.getResults(0).getOutcome());
        assertEquals(List.of("train", "--fast"), first.getCommandList());
        assertEquals(2, first.getWorldSize());
        assertEquals(List.of(0, 1), List.of(first.getRank(), second.getRank()));
        assertEquals(4, devices(running).size());
        assertEquals(0, freeGpus("node-1"));

        agent.exit(first.getTask(), 0);
        agent.exit(second.getTask(), 0);

        Job ended = awaitJob("pair", GangPhase.GANG_PHASE_COMPLETED);
        await().until(() -> freeGpus("node-1") == 4);
        assertThat(ended.getTasksList()).allSatisfy(task -> {
            assertEquals(TaskPhase.TASK_PHASE_SUCCEEDED, task.getPhase());
            assertTrue(task.hasExitCode());
            assertEquals(0, task.getExitCode());
        });
        assertThat(ended.getCreatedUnixMillis()).isPositive();
        assertThat(ended.getStartedUnixMillis()).isGreaterThanOrEqualTo(ended.getCreatedUnixMillis());
        assertThat(ended.getEndedUnixMillis()).isGreaterThanOrEqualTo(ended.getStartedUnixMillis());
    }

    @Test
    void holdsNothingForAGangThatDoesNotFitAndSaysWhy() throws Exception {
        var agent = new ScriptedAgent("node-1", 2);
        agent.connect(channel);
        await().until(() ->
                admin.clusterInfo(ClusterInfoRequest.getDefaultInstance()).getGpuCount() == 2);

        apply(PAIR);
        await().until(() -> !job("pair").getWaitingText().isEmpty());
        var explained = admin.explain(ExplainRequest.newBuilder()
                .setName("namespaces/default/jobs/pair")
                .build());

        assertEquals(GangPhase.GANG_PHASE_PENDING, job("pair").getPhase());
        assertEquals(2, freeGpus("node-1"));
        assertThat(explained.getText()).isNotBlank();
        assertThat(explained.getExplanation().getLastDecision().getRefusalsList())
                .isNotEmpty();
    }

    @Test
    void goesOnWhereItWasAfterARestart() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        Run first = agent.runs.take();
        Run second = agent.runs.take();
        Job before = awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);
        await().until(() -> inForce(job("pair")));

        restart();
        agent.connect(channel);
        await().until(() -> inForce(job("pair")));
        Job after = job("pair");

        assertEquals(devices(before), devices(after));
        assertEquals(GangPhase.GANG_PHASE_RUNNING, after.getPhase());
        assertEquals(before.getCreatedUnixMillis(), after.getCreatedUnixMillis());
        assertEquals(
                2, admin.clusterInfo(ClusterInfoRequest.getDefaultInstance()).getEpoch());
        assertThat(agent.runs).isEmpty();
        agent.exit(first.getTask(), 0);
        agent.exit(second.getTask(), 7);
        Job ended = awaitJob("pair", GangPhase.GANG_PHASE_FAILED);
        assertEquals(
                List.of(0, 7),
                ended.getTasksList().stream().map(task -> task.getExitCode()).toList());
    }

    @Test
    void learnsOfAnExitThatHappenedWhileItWasDown() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        Run first = agent.runs.take();
        Run second = agent.runs.take();
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);

        agent.disconnect();
        agent.exit(first.getTask(), 3);
        agent.exit(second.getTask(), 4);
        restart();
        agent.connect(channel);

        Job ended = awaitJob("pair", GangPhase.GANG_PHASE_FAILED);
        assertEquals(
                List.of(3, 4),
                ended.getTasksList().stream().map(task -> task.getExitCode()).toList());
        await().until(() -> freeGpus("node-1") == 4);
    }

    @Test
    void endsTheTasksOfADeletedJobAndForgetsIt() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);

        admin.deleteJob(DeleteJobRequest.newBuilder()
                .setName("namespaces/default/jobs/pair")
                .build());

        await().until(() -> admin.listJobs(ListJobsRequest.getDefaultInstance()).getTotalCount() == 0);
        await().until(() -> freeGpus("node-1") == 4);
        assertThat(List.of(agent.released.take(), agent.released.take()))
                .allMatch(podUid -> podUid.contains("-worker-"));
        var failure = assertThrows(StatusRuntimeException.class, () -> job("pair"));
        assertEquals(Status.Code.NOT_FOUND, failure.getStatus().getCode());
    }

    @Test
    void refusesASecondAgentOfANodeWhileTheFirstLives() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        agent.runs.take();
        agent.runs.take();
        Job before = awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);
        var second = new ScriptedAgent("node-1", 4, "uid-of-another-machine");

        second.connect(channel);

        assertEquals(
                RefuseCode.REFUSE_CODE_NOT_YOUR_NODE,
                second.said.take().getRefuse().getCode());
        assertEquals(GangPhase.GANG_PHASE_RUNNING, job("pair").getPhase());
        assertEquals(devices(before), devices(job("pair")));
    }

    @Test
    void freesWhatAnAgentRefused() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.refuses(true);
        agent.connect(channel);
        apply(PAIR);
        await().until(() -> explanation("pair").contains("just failed this gang"));

        agent.refuses(false);
        apply(PAIR.replace("pair", "after"));

        awaitJob("after", GangPhase.GANG_PHASE_RUNNING);
    }

    private String explanation(String job) {
        return admin.explain(ExplainRequest.newBuilder()
                        .setName("namespaces/default/jobs/" + job)
                        .build())
                .getText();
    }

    @Test
    void refusesASecondAgentWithACopyOfTheStateFolderAndSaysSo() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        agent.said.take();
        var copy = new ScriptedAgent("node-1", 4);

        copy.connect(channel);

        var refusal = copy.said.take().getRefuse();
        assertEquals(RefuseCode.REFUSE_CODE_NOT_YOUR_NODE, refusal.getCode());
        assertThat(refusal.getMessage()).contains("same node UID uid-node-1", "Maybe the state folder was copied");
    }

    @Test
    void letsOneOfTwoAgentsInThatGreetForOneNodeInTheSameInstant() throws Exception {
        List<ScriptedAgent> agents = IntStream.range(0, 8)
                .mapToObj(number -> new ScriptedAgent("node-1", 4, "uid-" + number))
                .toList();

        agents.parallelStream().forEach(agent -> agent.connect(channel));

        List<SchedulerMessage.MessageCase> answers = new ArrayList<>();
        for (ScriptedAgent agent : agents) {
            answers.add(agent.said.take().getMessageCase());
        }
        assertThat(answers).containsOnlyOnce(SchedulerMessage.MessageCase.WELCOME);
        assertThat(answers.stream().filter(SchedulerMessage.MessageCase.REFUSE::equals))
                .hasSize(agents.size() - 1);
    }

    @Test
    void refusesAgentsWordsThatMakeNoSenseAndKeepsTheirStream() throws Exception {
        var agent = new ScriptedAgent("node-1", 2);
        agent.connect(channel);
        await().until(() ->
                admin.clusterInfo(ClusterInfoRequest.getDefaultInstance()).getGpuCount() == 2);

        agent.send(AgentMessage.newBuilder()
                .setFullInventory(dev.basalt.proto.agent.v1.FullInventory.newBuilder()
                        .setNode(dev.basalt.proto.types.v1.NodeDescription.newBuilder()
                                .setName("node-2")))
                .build());

        SchedulerMessage refusal = agent.said.take();
        while (!refusal.hasRefuse()) {
            refusal = agent.said.take();
        }
        assertEquals(RefuseCode.REFUSE_CODE_BAD_MESSAGE, refusal.getRefuse().getCode());
        assertThat(refusal.getRefuse().getMessage()).contains("full_inventory.node.name 'node-2'");
        assertEquals(
                2, admin.clusterInfo(ClusterInfoRequest.getDefaultInstance()).getGpuCount());
        apply(PAIR.replace("nvidia.com/gpu: 2", "nvidia.com/gpu: 1"));
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);
    }

    @Test
    void letsOnlyOneSchedulerIntoAStateFolder() {
        var failure = assertThrows(StoreException.class, () -> new SchedulerServer(config("state")));

        assertEquals(StoreException.Code.LOCKED, failure.code());
    }

    @Test
    void saysHowToReachItOnlyWhileItRuns() throws Exception {
        Path file = folder.resolve("run").resolve(Endpoint.FILE_NAME);
        assertEquals(server.endpoint(), Endpoint.read(file));

        stop();

        assertThat(file).doesNotExist();
        start();
    }

    @Test
    void answersProbesAndTellsItsMetrics() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);

        assertEquals("ok\n", http("/livez"));
        assertEquals("ok\n", http("/readyz"));
        assertThat(http("/metrics"))
                .contains("basalt_gangs{phase=\"running\"} 1.0")
                .contains("basalt_placements{stage=\"running\"} 2.0")
                .contains("basalt_agents_connected 1.0")
                .contains("basalt_decisions_total{kind=\"placed\"} 2.0")
                .contains("basalt_store_batch_duration_seconds_count")
                .contains("jvm_memory_used_bytes");
    }
}
