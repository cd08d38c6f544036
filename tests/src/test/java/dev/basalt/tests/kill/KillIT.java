package dev.basalt.tests.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.config.Endpoint;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.proto.types.v1.Grant;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Kills the scheduler, then an agent, at random moments of a running workload, and starts each again.
 *
 * <p>{@code -Dbasalt.kill.moments} says how often (3), {@code -Dbasalt.kill.seed} repeats what a failure names.
 * Whatever it kills, tasks run on under their supervisors; what they write down themselves is what is believed.
 */
class KillIT {
    private static final int UNFINISHED_JOBS = 5;
    private static final int LONGEST_WAIT_MILLIS = 2_500;

    private final long seed = Long.getLong("basalt.kill.seed", System.nanoTime());
    private final int moments = Integer.getInteger("basalt.kill.moments", 3);
    private final SplittableRandom random = new SplittableRandom(seed);
    private Path folder;
    private KillCluster cluster;
    private Workload workload;
    private boolean passed;

    @BeforeEach
    void start() throws IOException {
        System.out.println("kill test: -Dbasalt.kill.seed=" + seed + " -Dbasalt.kill.moments=" + moments);
        folder = Files.createTempDirectory("basalt-kill-");
        workload = new Workload(folder, random.split());
        cluster = new KillCluster(
                folder,
                List.of(new KillCluster.Machine("node-a", "dgxa100"), new KillCluster.Machine("node-b", "l40s-8")));
        cluster.start();
    }

    @AfterEach
    void stop() throws IOException {
        cluster.close();
        if (passed) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        } else {
            System.out.println("kill test: seed " + seed + " failed, all that was written is in " + folder);
        }
    }

    @Test
    void losesNothingWhateverIsKilledWhen() throws Exception {
        for (int moment = 0; moment < moments; moment++) {
            fill();
            killScheduler();
            check();
            fill();
            killAgent(random.nextInt(2));
            check();
        }

        await().atMost(KillCluster.PATIENCE).until(() -> unfinished() == 0);
        everyTaskRanOnceAndItsCodeIsKept();
        await().atMost(KillCluster.PATIENCE)
                .until(() -> cluster.grantedByScheduler().isEmpty()
                        && cluster.heldByAgents().isEmpty());
        passed = true;
    }

    @Test
    void endsInOrderWhenItIsAskedTo() throws Exception {
        int code = cluster.scheduler().terminate();

        assertThat(code).isZero();
        assertThat(folder.resolve("run").resolve(Endpoint.FILE_NAME)).doesNotExist();
        assertThat(Files.readString(folder.resolve("scheduler.log"))).contains("stopped state=");
        passed = true;
    }

    /** At a random moment, of which some lie within a call that is being answered. */
    private void killScheduler() throws Exception {
        if (random.nextBoolean()) {
            cluster.scheduler().letWork(random.nextInt(LONGEST_WAIT_MILLIS));
            cluster.scheduler().kill();
            cluster.startScheduler();
        } else {
            Workload.Planned job = workload.next();
            Thread caller = Thread.ofVirtual().start(() -> applyAndForget(job));
            cluster.scheduler().letWork(random.nextInt(20));
            cluster.scheduler().kill();
            caller.join();
            cluster.startScheduler();
            apply(job);
        }
    }

    private void killAgent(int index) throws Exception {
        cluster.agent(index).letWork(random.nextInt(LONGEST_WAIT_MILLIS));
        cluster.agent(index).kill();
        cluster.startAgent(index);
    }

    private void fill() {
        for (long jobs = unfinished(); jobs < UNFINISHED_JOBS; jobs++) {
            apply(workload.next());
        }
    }

    /** A repeat of a call that may have been answered, or may have been lost on either way. */
    private void apply(Workload.Planned job) {
        var result = cluster.admin().apply(job.request()).getResults(0);
        assertThat(result.getOutcome())
                .as("%s, seed %d", result, seed)
                .isIn(ApplyOutcome.APPLY_OUTCOME_CREATED, ApplyOutcome.APPLY_OUTCOME_UNCHANGED);
    }

    private void applyAndForget(Workload.Planned job) {
        try {
            apply(job);
        } catch (StatusRuntimeException killedMeanwhile) {
            // Whether it was applied is not known; it is applied again.
        }
    }

    private long unfinished() {
        return jobs().values().stream().filter(job -> !isOver(job)).count();
    }

    private static boolean isOver(Job job) {
        return job.getPhase() == GangPhase.GANG_PHASE_COMPLETED || job.getPhase() == GangPhase.GANG_PHASE_FAILED;
    }

    private Map<String, Job> jobs() {
        Map<String, Job> jobs = new TreeMap<>();
        cluster.admin()
                .listJobs(ListJobsRequest.newBuilder().setPageSize(1_000).build())
                .getJobsList()
                .forEach(job -> jobs.put(job.getGang().getName(), job));
        return jobs;
    }

    /** All that must hold after each restart, while the workload goes on. */
    private void check() throws Exception {
        cluster.awaitWhole();
        await("agents and scheduler to say the same, seed " + seed)
                .atMost(KillCluster.PATIENCE)
                .until(() -> cluster.grantedByScheduler().equals(cluster.heldByAgents()));
        await("every gang to have started whole or not at all, seed " + seed)
                .atMost(KillCluster.PATIENCE)
                .until(this::everyGangIsWhole);
        noGpuIsGivenTwice();
        everyTaskStartedOnce();
        cluster.scheduler().requireAlive();
    }

    private boolean everyGangIsWhole() throws IOException {
        for (Workload.Planned job : workload.planned()) {
            int started = workload.started(job);
            if (started != 0 && started != job.members()) {
                return false;
            }
        }
        return true;
    }

    private void noGpuIsGivenTwice() throws IOException {
        assertThat(workload.doubles())
                .as("GPUs that a task found taken, seed %d", seed)
                .isEmpty();
        for (Gpu gpu : cluster.gpus()) {
            long pods = gpu.getGrantsList().stream()
                    .map(grant -> grant.getKey().getPodUid())
                    .distinct()
                    .count();
            boolean isAlone = gpu.getGrantsList().stream().noneMatch(Grant::getExclusive) || pods == 1;
            assertThat(isAlone).as("%s, seed %d", gpu, seed).isTrue();
            assertThat(gpu.getMemoryGrantedMib())
                    .as("%s, seed %d", gpu.getName(), seed)
                    .isLessThanOrEqualTo(gpu.getDevice().getMemoryTotalMib()
                            - gpu.getDevice().getMemoryReservedMib());
        }
    }

    private void everyTaskStartedOnce() throws IOException {
        for (Workload.Planned job : workload.planned()) {
            for (int rank = 0; rank < job.members(); rank++) {
                assertThat(workload.witness(job, rank).stream().filter("started"::equals))
                        .as("starts of %s rank %d, seed %d", job.name(), rank, seed)
                        .hasSizeLessThanOrEqualTo(1);
            }
        }
    }

    private void everyTaskRanOnceAndItsCodeIsKept() throws IOException {
        Map<String, Job> jobs = jobs();
        for (Workload.Planned planned : workload.planned()) {
            Job job = jobs.get(planned.name());
            assertThat(job).as("%s, seed %d", planned.name(), seed).isNotNull();
            assertThat(job.getTasksList().stream().map(Task::getExitCode))
                    .as("exit codes of %s, seed %d", planned.name(), seed)
                    .hasSize(planned.members())
                    .allMatch(code -> code == planned.exitCode());
            assertThat(job.getPhase())
                    .as("%s, seed %d", planned.name(), seed)
                    .isEqualTo(planned.exitCode() == 0 ? GangPhase.GANG_PHASE_COMPLETED : GangPhase.GANG_PHASE_FAILED);
            for (int rank = 0; rank < planned.members(); rank++) {
                assertThat(workload.witness(planned, rank))
                        .as("%s rank %d, seed %d", planned.name(), rank, seed)
                        .containsExactly("started", "ended");
            }
        }
    }
}
