package dev.basalt.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeletePriorityClassRequest;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.GetNodeRequest;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.ListDecisionsRequest;
import dev.basalt.proto.admin.v1.ListGpusRequest;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListPriorityClassesRequest;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.WatchChange;
import dev.basalt.proto.admin.v1.WatchKind;
import dev.basalt.proto.admin.v1.WatchRequest;
import dev.basalt.proto.types.v1.DecisionKind;
import dev.basalt.proto.types.v1.GangPhase;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people may ask of a scheduler, and what they are answered. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AdminApiTest extends ServerTest {
    private static final String PRIORITY_CLASSES = """
            {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}
            ---
            {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: low}, value: 10}
            ---
            """;

    @Test
    void passesOutputOnInOrder() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);
        StringBuilder output = new StringBuilder();

        admin.logs(LogsRequest.newBuilder()
                        .setName("namespaces/default/jobs/pair")
                        .build())
                .forEachRemaining(piece -> output.append(piece.getContent().toStringUtf8()));

        assertEquals("hello world\n", output.toString());
    }

    @Test
    void tellsAWatcherOfAJobFromItsBeginningToItsEnd() throws Exception {
        var changes = admin.watch(WatchRequest.newBuilder()
                .addKinds(WatchKind.WATCH_KIND_JOB)
                .setIncludeInitial(true)
                .build());
        assertEquals(WatchChange.WATCH_CHANGE_SYNCED, changes.next().getChange());
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);

        apply(PAIR);

        var created = changes.next();
        assertEquals(WatchChange.WATCH_CHANGE_CREATED, created.getChange());
        assertEquals("namespaces/default/jobs/pair", created.getJob().getName());
        GangPhase phase = created.getJob().getPhase();
        while (phase != GangPhase.GANG_PHASE_RUNNING) {
            phase = changes.next().getJob().getPhase();
        }
    }

    @Test
    void changesNothingWhenItOnlyValidates() {
        var answer = admin.apply(ApplyRequest.newBuilder()
                .setManifests(ByteString.copyFromUtf8(PAIR))
                .setValidateOnly(true)
                .build());

        assertEquals(ApplyOutcome.APPLY_OUTCOME_CREATED, answer.getResults(0).getOutcome());
        assertEquals(0, admin.listJobs(ListJobsRequest.getDefaultInstance()).getTotalCount());
    }

    @Test
    void answersARepeatedRequestAsBeforeAlsoAfterARestart() throws Exception {
        var request = ApplyRequest.newBuilder()
                .setManifests(ByteString.copyFromUtf8(PAIR))
                .setRequestId("1b4e28ba-2fa1-11d2-883f-0016d3cca427")
                .build();

        ApplyResponse first = admin.apply(request);
        ApplyResponse again = admin.apply(request);
        restart();
        ApplyResponse afterRestart = admin.apply(request);
        var reused = assertThrows(
                StatusRuntimeException.class,
                () -> admin.apply(
                        request.toBuilder().setDefaultNamespace("other").build()));

        assertEquals(first, again);
        assertEquals(first, afterRestart);
        assertEquals(Status.Code.ALREADY_EXISTS, reused.getStatus().getCode());
        assertEquals(1, admin.listJobs(ListJobsRequest.getDefaultInstance()).getTotalCount());
    }

    @Test
    void letsOneBadObjectHarmNoOther() {
        var answer = apply(PAIR + "---\nkind: Nonsense\n---\n" + PAIR.replace("name: pair", "name: other") + "---\n"
                + PAIR.replace("name: pair", "name: wrong").replace("replicas: 2", "replicas: -3"));

        assertEquals(
                List.of(
                        ApplyOutcome.APPLY_OUTCOME_CREATED,
                        ApplyOutcome.APPLY_OUTCOME_REJECTED,
                        ApplyOutcome.APPLY_OUTCOME_CREATED,
                        ApplyOutcome.APPLY_OUTCOME_REJECTED),
                answer.getResultsList().stream().map(ApplyResult::getOutcome).toList());
        assertThat(answer.getResults(3).getErrors(0).getField()).contains("replicas");
        assertEquals(2, admin.listJobs(ListJobsRequest.getDefaultInstance()).getTotalCount());
    }

    @Test
    void refusesFiveMegabytesInWordsAndGoesOn() {
        var answer = apply("#" + "x".repeat(5 << 20) + "\n" + PAIR);

        assertEquals(ApplyOutcome.APPLY_OUTCOME_REJECTED, answer.getResults(0).getOutcome());
        assertThat(answer.getResults(0).getErrors(0).getMessage()).contains("is larger than 3 MiB");
        assertEquals(
                ApplyOutcome.APPLY_OUTCOME_CREATED, apply(PAIR).getResults(0).getOutcome());
    }

    @Test
    void givesPagesThatTogetherAreTheWhole() {
        StringBuilder all = new StringBuilder();
        for (int job = 0; job < 7; job++) {
            all.append(PAIR.replace("name: pair", "name: job-" + job)).append("---\n");
        }
        apply(all.toString());
        List<String> names = new ArrayList<>();
        String token = "";

        do {
            var page = admin.listJobs(ListJobsRequest.newBuilder()
                    .setPageSize(3)
                    .setPageToken(token)
                    .setFilter("queue = \"default\" AND name != job-4")
                    .build());
            page.getJobsList().forEach(job -> names.add(job.getGang().getName()));
            assertEquals(6, page.getTotalCount());
            token = page.getNextPageToken();
        } while (!token.isEmpty());

        assertEquals(List.of("job-0", "job-1", "job-2", "job-3", "job-5", "job-6"), names);
    }

    @Test
    void namesTheFieldOfARequestThatMakesNoSense() throws InvalidProtocolBufferException {
        apply(PAIR);

        assertEquals("filter", badField(() -> list(ListJobsRequest.newBuilder().setFilter("colour = red"))));
        assertEquals("filter", badField(() -> list(ListJobsRequest.newBuilder().setFilter("queue ="))));
        assertEquals(
                "page_token", badField(() -> list(ListJobsRequest.newBuilder().setPageToken("%"))));
        assertEquals(
                "page_size", badField(() -> list(ListJobsRequest.newBuilder().setPageSize(-1))));
        assertEquals("parent", badField(() -> list(ListJobsRequest.newBuilder().setParent("jobs"))));
        assertEquals(
                "name",
                badField(() ->
                        admin.getJob(GetJobRequest.newBuilder().setName("pair").build())));
    }

    @Test
    void showsWhatAnAgentMeasures() {
        var agent = new ScriptedAgent("node-1", 2);
        agent.connect(channel);
        await().until(() -> admin.listGpus(ListGpusRequest.getDefaultInstance()).getGpusList().stream()
                .anyMatch(Gpu::hasPowerMilliwatt));

        var node = admin.getNode(
                GetNodeRequest.newBuilder().setName("nodes/node-1").build());

        assertEquals("550.54.15", node.getDriverVersion());
        assertEquals(2, node.getGpuCount());
        assertEquals(61_000, node.getGpus(1).getPowerMilliwatt());
        assertEquals("nodes/node-1/gpus/1", node.getGpus(1).getName());
    }

    @Test
    void keepsDecisionsWithTheJobsTheyAreAbout() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);

        var placed = admin.listDecisions(ListDecisionsRequest.newBuilder()
                        .setFilter("kind = PLACED AND job = \"namespaces/default/jobs/pair\"")
                        .build())
                .getDecisionsList();

        assertEquals(2, placed.size());
        assertThat(placed).allSatisfy(decision -> {
            assertEquals(
                    DecisionKind.DECISION_KIND_PLACED, decision.getDecision().getKind());
            assertEquals(2, decision.getDecision().getDeviceUuidsCount());
        });
    }

    @Test
    void tellsATaskThatDoesNotExistFromOneThatHasNotStarted() {
        apply(PAIR);

        assertEquals(Status.Code.NOT_FOUND, refusal(logs().setIndex(2)));
        assertEquals(Status.Code.NOT_FOUND, refusal(logs().setRole("master")));
        assertEquals(Status.Code.NOT_FOUND, refusal(logs().setContainer("sidecar")));
        assertEquals(Status.Code.FAILED_PRECONDITION, refusal(logs().setIndex(1)));
        assertEquals(Status.Code.FAILED_PRECONDITION, refusal(logs().setAllTasks(true)));
    }

    private static LogsRequest.Builder logs() {
        return LogsRequest.newBuilder().setName("namespaces/default/jobs/pair");
    }

    private Status.Code refusal(LogsRequest.Builder request) {
        return assertThrows(
                        StatusRuntimeException.class,
                        () -> admin.logs(request.build()).hasNext())
                .getStatus()
                .getCode();
    }

    @Test
    void endsTasksWithTheGraceThatIsAskedFor() throws Exception {
        var agent = new ScriptedAgent("node-1", 4);
        agent.connect(channel);
        apply(PAIR);
        awaitJob("pair", GangPhase.GANG_PHASE_RUNNING);

        var ignored = admin.deleteJob(DeleteJobRequest.newBuilder()
                .setName("namespaces/default/jobs/pair")
                .setGraceMillis(0)
                .build());

        assertEquals(0, agent.stops.take().getGraceMillis());
        assertEquals(0, agent.stops.take().getGraceMillis());
    }

    @Test
    void refusesAGraceBelowZero() throws InvalidProtocolBufferException {
        apply(PAIR);

        assertEquals(
                "grace_millis",
                badField(() -> admin.deleteJob(DeleteJobRequest.newBuilder()
                        .setName("namespaces/default/jobs/pair")
                        .setGraceMillis(-1)
                        .build())));
    }

    @Test
    void listsPriorityClassesAndRemovesThoseThatNobodyNames() {
        apply(PRIORITY_CLASSES + PAIR.replace("minAvailable: 2", "minAvailable: 2\n  priorityClassName: high"));

        var all = admin.listPriorityClasses(ListPriorityClassesRequest.getDefaultInstance());
        var ignored = admin.deletePriorityClass(deletion("low"));

        assertEquals(
                List.of("priorityClasses/high 1000 1", "priorityClasses/low 10 0"),
                all.getPriorityClassesList().stream()
                        .map(each ->
                                each.getName() + " " + each.getPriorityClass().getValue() + " " + each.getGangCount())
                        .toList());
        assertEquals(2, all.getTotalCount());
        assertEquals(Status.Code.FAILED_PRECONDITION, deletionFailure("high"));
        assertEquals(Status.Code.NOT_FOUND, deletionFailure("low"));
        assertEquals(
                1,
                admin.listPriorityClasses(ListPriorityClassesRequest.getDefaultInstance())
                        .getTotalCount());
    }

    private static DeletePriorityClassRequest deletion(String name) {
        return DeletePriorityClassRequest.newBuilder()
                .setName("priorityClasses/" + name)
                .build();
    }

    private Status.Code deletionFailure(String name) {
        return assertThrows(StatusRuntimeException.class, () -> admin.deletePriorityClass(deletion(name)))
                .getStatus()
                .getCode();
    }
}
