package dev.basalt.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeleteQueueRequest;
import dev.basalt.proto.admin.v1.Finding;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListQueuesRequest;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.tests.kill.KillCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends every hostile manifest to a scheduler that has a job running: the reader's corpus, and what only a server can
 * be sent. Each is answered about its own objects alone, and nothing else changes.
 */
class HostileManifestsIT {
    private static final Path CORPUS = Path.of(
            System.getProperty("basalt.home", ".."),
            "central-scheduler/src/test/resources/dev/basalt/manifest/hostile");

    private static final String STEADY = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: steady}
            spec:
              minAvailable: 2
              tasks:
                - name: worker
                  replicas: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                        - {name: main, image: none, command: [sleep, "600"], resources: {limits: {nvidia.com/gpu: 1}}}
            """;

    @TempDir
    Path folder;

    private KillCluster cluster;

    @BeforeEach
    void startAJob() throws IOException {
        cluster = new KillCluster(folder, List.of(new KillCluster.Machine("node-a", "dgxa100")));
        cluster.start();
        assertEquals(
                ApplyOutcome.APPLY_OUTCOME_CREATED, apply(STEADY).getFirst().getOutcome());
        await().atMost(KillCluster.PATIENCE)
                .until(() -> jobs().getOrDefault("namespaces/default/jobs/steady", Job.getDefaultInstance())
                                        .getPhase()
                                == GangPhase.GANG_PHASE_RUNNING
                        && cluster.grantedByScheduler().equals(cluster.heldByAgents()));
    }

    @AfterEach
    void stop() {
        try (KillCluster ending = cluster) {
            delete("namespaces/default/jobs/steady");
            await().atMost(KillCluster.PATIENCE)
                    .until(() -> jobs().isEmpty() && ending.heldByAgents().isEmpty());
        }
    }

    @Test
    void answersEveryHostileManifestAboutItsOwnObjectsAndChangesNothingElse() throws Exception {
        Map<String, Job> jobsBefore = jobs();
        Map<String, Queue> queuesBefore = queues();
        var grantsBefore = cluster.grantedByScheduler();

        for (Map.Entry<String, ByteString> manifest : manifests().entrySet()) {
            List<ApplyResult> results = apply(manifest.getValue());

            assertThat(results).as(manifest.getKey()).isNotEmpty();
            results.forEach(result -> saysWhatIsWrong(manifest.getKey(), result));
            onlyTheAcceptedAreNew(manifest.getKey(), results, jobsBefore, queuesBefore);
        }

        assertEquals(jobsBefore, jobs());
        assertEquals(queuesBefore, queues());
        await().atMost(KillCluster.PATIENCE)
                .until(() -> cluster.grantedByScheduler().equals(grantsBefore)
                        && cluster.heldByAgents().equals(grantsBefore));
        cluster.scheduler().requireAlive();
        cluster.agent(0).requireAlive();
        assertThat(Files.readString(folder.resolve("scheduler.log"))).doesNotContain("Exception", "\tat ");
    }

    private static Map<String, ByteString> manifests() throws IOException {
        Map<String, ByteString> manifests = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(CORPUS)) {
            all.filter(file -> file.toString().endsWith(".yaml")).forEach(files::add);
        }
        for (Path file : files) {
            manifests.put(String.valueOf(file.getFileName()), ByteString.copyFrom(Files.readAllBytes(file)));
        }
        byte[] binary = new byte[4_096];
        for (int index = 0; index < binary.length; index++) {
            binary[index] = (byte) (index * 37);
        }
        manifests.put("binary", ByteString.copyFrom(binary));
        manifests.put("five megabytes of one word", ByteString.copyFromUtf8("a: " + "x".repeat(5_000_000)));
        manifests.put("five megabytes of comments", ByteString.copyFromUtf8("# comment\n".repeat(500_000)));
        manifests.put("ten thousand documents", ByteString.copyFromUtf8("---\nkind: Job\n".repeat(10_000)));
        manifests.put("brackets without end", ByteString.copyFromUtf8("[".repeat(100_000)));
        manifests.put("a job that is there, as another kind", ByteString.copyFromUtf8("""
                apiVersion: v1
                kind: Pod
                metadata: {name: steady}
                spec: {containers: [{name: main, command: ["true"]}]}
                """));
        assertThat(manifests).hasSizeGreaterThanOrEqualTo(46);
        return manifests;
    }

    /** Rejected with an error, or taken with all oddities told; both in sentences that name what they are about. */
    private static void saysWhatIsWrong(String manifest, ApplyResult result) {
        boolean isRejected = result.getOutcome() == ApplyOutcome.APPLY_OUTCOME_REJECTED;
        assertThat(result.getErrorsList().isEmpty())
                .as("%s: %s", manifest, result)
                .isEqualTo(!isRejected);
        Stream.concat(result.getErrorsList().stream(), result.getWarningsList().stream())
                .map(Finding::getMessage)
                .forEach(message -> assertThat(message)
                        .as("%s: %s", manifest, result)
                        .isNotBlank()
                        .hasSizeLessThan(1_000)
                        .doesNotContain("Exception", "java.", "\n"));
    }

    /** And takes them away again. */
    private void onlyTheAcceptedAreNew(
            String manifest, List<ApplyResult> results, Map<String, Job> jobsBefore, Map<String, Queue> queuesBefore) {
        TreeSet<String> created = new TreeSet<>();
        results.stream()
                .filter(result -> result.getOutcome() == ApplyOutcome.APPLY_OUTCOME_CREATED)
                // A priority class is no resource of its own.
                .filter(result -> !result.getResourceName().isEmpty())
                .forEach(result -> created.add(result.getResourceName()));
        TreeSet<String> now = new TreeSet<>(jobs().keySet());
        now.addAll(queues().keySet());
        TreeSet<String> expected = new TreeSet<>(created);
        expected.addAll(jobsBefore.keySet());
        expected.addAll(queuesBefore.keySet());
        assertEquals(expected, now, manifest);
        for (String name : created) {
            delete(name);
        }
        await(manifest)
                .atMost(KillCluster.PATIENCE)
                .until(() -> jobs().keySet().equals(jobsBefore.keySet()) && queues().equals(queuesBefore));
    }

    private void delete(String name) {
        if (name.startsWith("namespaces/")) {
            cluster.admin()
                    .deleteJob(DeleteJobRequest.newBuilder().setName(name).build());
        } else if (name.startsWith("queues/")) {
            cluster.admin()
                    .deleteQueue(DeleteQueueRequest.newBuilder().setName(name).build());
        }
    }

    private List<ApplyResult> apply(String manifest) {
        return apply(ByteString.copyFromUtf8(manifest));
    }

    private List<ApplyResult> apply(ByteString manifest) {
        return cluster.admin()
                .withMaxInboundMessageSize(64 << 20)
                .apply(ApplyRequest.newBuilder().setManifests(manifest).build())
                .getResultsList();
    }

    private Map<String, Job> jobs() {
        Map<String, Job> jobs = new TreeMap<>();
        cluster.admin()
                .listJobs(ListJobsRequest.newBuilder().setPageSize(1_000).build())
                .getJobsList()
                .forEach(job -> jobs.put(job.getName(), withoutReadings(job)));
        return jobs;
    }

    /** What its tasks use of their GPUs is read anew each second. */
    private static Job withoutReadings(Job job) {
        Job.Builder still = job.toBuilder();
        still.getTasksBuilderList().forEach(Task.Builder::clearUses);
        return still.build();
    }

    private Map<String, Queue> queues() {
        Map<String, Queue> queues = new TreeMap<>();
        cluster.admin()
                .listQueues(ListQueuesRequest.newBuilder().setPageSize(1_000).build())
                .getQueuesList()
                .forEach(queue -> queues.put(queue.getName(), queue));
        return queues;
    }
}
