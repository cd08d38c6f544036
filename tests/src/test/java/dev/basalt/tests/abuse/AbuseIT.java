package dev.basalt.tests.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ExplainRequest;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.GetNodeRequest;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.NodeState;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.tests.kill.KillCluster;
import dev.basalt.tests.kill.KillCluster.Machine;
import dev.basalt.tests.kill.Victim;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What an operator, a script or the kernel does to processes, short of pulling the plug. */
class AbuseIT {
    private static final Machine NODE = new Machine("node-a", "t4-1");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private KillCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new KillCluster(folder, List.of(NODE), List.of("--policy.node-silent-millis=2000"));
        cluster.start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void losesNothingOfANodeWhoseAgentIsStoppedForLongerThanItMayBeSilent() throws Exception {
        apply("held", "until [ -e " + folder.resolve("go") + " ]; do sleep 0.1; done; exit 5");
        awaitPhase("held", GangPhase.GANG_PHASE_RUNNING);

        signal("-STOP", cluster.agent(0).pid());
        awaitNode(NodeState.NODE_STATE_SILENT);
        assertThat(job("held").getPhase()).isEqualTo(GangPhase.GANG_PHASE_RUNNING);
        Files.createFile(folder.resolve("go"));
        signal("-CONT", cluster.agent(0).pid());

        assertThat(awaitPhase("held", GangPhase.GANG_PHASE_FAILED).getTasks(0).getExitCode())
                .isEqualTo(5);
        awaitNode(NodeState.NODE_STATE_OPEN);
    }

    @Test
    void keepsACopyOfAStateFolderOutAndSaysSoInItsLog() throws Exception {
        apply("held", "sleep 600");
        awaitPhase("held", GangPhase.GANG_PHASE_RUNNING);
        Path copy = Files.createDirectories(folder.resolve("copy"));
        Files.copy(folder.resolve(NODE.node()).resolve("node-uid"), copy.resolve("node-uid"));
        Path log = folder.resolve("copy.log");

        try (Victim second = new Victim("dev.basalt.agent.AgentMain", log)) {
            second.start(cluster.agentArguments(NODE, copy));
            await().atMost(KillCluster.PATIENCE)
                    .until(() -> Files.readString(log).contains("was copied"));
        }

        assertThat(job("held").getPhase()).isEqualTo(GangPhase.GANG_PHASE_RUNNING);
        assertThat(cluster.grantedByScheduler()).isNotEmpty().isEqualTo(cluster.heldByAgents());
    }

    @Test
    void healsFromATokenFileThatWasWrongForAWhile() throws Exception {
        Path token = folder.resolve("scheduler").resolve("token");
        Path log = folder.resolve(NODE.node() + ".log");
        byte[] right = Files.readAllBytes(token);
        cluster.agent(0).kill();

        Files.writeString(token, "another\n");
        cluster.startAgent(0);
        await().atMost(KillCluster.PATIENCE).until(() -> Files.readString(log).contains("not this scheduler's"));
        Files.write(token, new byte[] {(byte) 0xff, '\n', 1});
        await().atMost(KillCluster.PATIENCE)
                .until(() -> Files.readString(log).contains("token file " + token + " holds no token"));
        Files.write(token, right);

        cluster.awaitWhole();
    }

    @Test
    void givesNothingToAnAgentThatCannotWriteAndGoesOnWhenItCan() throws Exception {
        limitFileBytes(cluster.agent(0).pid(), "1");
        apply("late", "exit 3");
        await().atMost(KillCluster.PATIENCE).until(() -> explanation("late").contains("just failed this gang"));

        limitFileBytes(cluster.agent(0).pid(), "unlimited");
        apply("next", "exit 4");

        assertThat(awaitPhase("next", GangPhase.GANG_PHASE_FAILED).getTasks(0).getExitCode())
                .isEqualTo(4);
    }

    @Test
    void losesNoJobThatWasAnsweredWhenTheStoreCanBeWrittenNoMore() throws Exception {
        limitFileBytes(cluster.scheduler().pid(), "32768");
        List<String> answered = new ArrayList<>();
        StatusRuntimeException failure = applyUntilRefused(answered);

        assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        await().atMost(KillCluster.PATIENCE).until(() -> !cluster.scheduler().isAlive());
        cluster.startScheduler();
        cluster.awaitWhole();

        assertThat(answered)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(job(name).getPhase()).isEqualTo(GangPhase.GANG_PHASE_PENDING));
    }

    /** Jobs that no machine fits, until the scheduler goes down. */
    private StatusRuntimeException applyUntilRefused(List<String> answered) {
        while (true) {
            String name = "job-" + answered.size();
            try {
                apply(name, "exit 0 # " + "x".repeat(1_000), 9);
                answered.add(name);
            } catch (StatusRuntimeException refused) {
                return refused;
            }
        }
    }

    /** Each write beyond that many bytes fails, as on a disk that is full; what the agent prints is cut off too. */
    private static void limitFileBytes(long pid, String most) throws IOException, InterruptedException {
        int code = new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--fsize=" + most + ":")
                .start()
                .waitFor();
        assertThat(code).as("prlimit --fsize=%s", most).isZero();
    }

    private String explanation(String job) {
        return cluster.admin()
                .explain(ExplainRequest.newBuilder()
                        .setName("namespaces/default/jobs/" + job)
                        .build())
                .getText();
    }

    @Test
    void leavesNothingOfATaskWhoseSupervisorAndGuardAreKilledWhileItsAgentIsDown() throws Exception {
        Path pids = Files.createDirectories(folder.resolve("pids"));
        apply("orphan", "setsid sh -c 'touch " + pids + "/$$$$; exec sleep 600' & sleep 600");
        awaitPhase("orphan", GangPhase.GANG_PHASE_RUNNING);
        await().atMost(KillCluster.PATIENCE).until(() -> !pidsIn(pids).isEmpty());
        long orphan = pidsIn(pids).getFirst();

        cluster.agent(0).kill();
        signal("-9", fromStartRecord("guard_pid"));
        signal("-9", fromStartRecord("supervisor_pid"));
        assertThat(isAlive(orphan)).isTrue();
        cluster.startAgent(0);

        await().atMost(KillCluster.PATIENCE).until(() -> !isAlive(orphan));
        await().atMost(KillCluster.PATIENCE)
                .until(() -> Files.readString(folder.resolve(NODE.node() + ".log"))
                        .contains("status=Lost[reason=its supervisor and its guard were killed]"));
    }

    private void apply(String name, String script) {
        apply(name, script, 1);
    }

    private void apply(String name, String script, int gpus) {
        String manifest = """
                apiVersion: batch.volcano.sh/v1alpha1
                kind: Job
                metadata: {name: %s}
                spec:
                  minAvailable: 1
                  schedulerName: basalt
                  tasks:
                    - name: worker
                      replicas: 1
                      template:
                        spec:
                          restartPolicy: Never
                          containers:
                            - name: main
                              image: none
                              command: [sh, -c, "%s"]
                              resources: {limits: {nvidia.com/gpu: %d}}
                """.formatted(name, script, gpus);
        cluster.admin()
                .apply(ApplyRequest.newBuilder()
                        .setManifests(ByteString.copyFromUtf8(manifest))
                        .build());
    }

    private Job job(String name) {
        return cluster.admin()
                .getJob(GetJobRequest.newBuilder()
                        .setName("namespaces/default/jobs/" + name)
                        .build());
    }

    private Job awaitPhase(String name, GangPhase phase) {
        return await().atMost(KillCluster.PATIENCE).until(() -> job(name), job -> job.getPhase() == phase);
    }

    private void awaitNode(NodeState state) {
        await().atMost(KillCluster.PATIENCE)
                .until(() -> cluster.admin()
                                .getNode(GetNodeRequest.newBuilder()
                                        .setName("nodes/" + NODE.node())
                                        .build())
                                .getState()
                        == state);
    }

    private static void signal(String which, long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", which, Long.toString(pid)).start().waitFor();
        assertThat(code).as("kill %s %d", which, pid).isZero();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static List<Long> pidsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> Long.valueOf(file.getFileName().toString()))
                    .toList();
        }
    }

    private Path fileOfTask(String name) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve(NODE.node()).resolve("tasks"))) {
            return all.filter(file -> file.getFileName().toString().equals(name))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private long fromStartRecord(String field) throws IOException {
        return Files.readAllLines(fileOfTask("start")).stream()
                .filter(line -> line.startsWith(field + "="))
                .mapToLong(line -> Long.parseLong(line.substring(field.length() + 1)))
                .findFirst()
                .orElseThrow();
    }
}
