package dev.basalt.cli.demo;

import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.Task;
import dev.basalt.proto.types.v1.GangPhase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Six jobs on four machines, step by step. Every step waits for what it claims, and what it sees is checked. */
final class DemoStory {
    private static final long QUIET_SECONDS = 20;
    private static final Pattern DEVICES = Pattern.compile("devices=(\\S+)\\s");

    private final DemoCluster cluster;
    private final DemoFolder folder;
    private final Progress progress;
    private final List<Check> checks = new ArrayList<>();

    DemoStory(DemoCluster cluster, DemoFolder folder, Progress progress) {
        this.cluster = cluster;
        this.folder = folder;
        this.progress = progress;
    }

    Outcome play() throws IOException, DemoFailed {
        cluster.await("four agents with their GPUs", () -> cluster.openNodes() == DemoCluster.MACHINES.size());
        progress.say("four agents are connected, each with 8 GPUs of a fake driver");
        applyStory();
        List<Job> first = rivalsStand();
        List<Node> nodes = cluster.nodes();
        List<Gpu> gpus = cluster.gpus();
        checks.addAll(Claims.ofFirst(first, gpus));
        Map<String, String> explanations = explanations(first);
        checkAgents(first);
        List<Job> last = rivalsTakeTurns();
        return new Outcome(checks, first, last, nodes, gpus, explanations);
    }

    private void applyStory() throws IOException, DemoFailed {
        String story;
        try (InputStream stream = Objects.requireNonNull(DemoStory.class.getResourceAsStream("story.yaml"))) {
            story = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<ApplyResult> results = cluster.apply(
                        story.replace("${folder}", folder.path().toString()))
                .getResultsList();
        for (ApplyResult result : results) {
            if (result.getOutcome() == ApplyOutcome.APPLY_OUTCOME_REJECTED) {
                throw new DemoFailed("the scheduler rejected " + result.getKind() + " " + result.getObjectName() + ": "
                        + result.getErrorsList());
            }
        }
        progress.say("applied 2 queues and 6 jobs");
    }

    private List<Job> rivalsStand() throws DemoFailed {
        cluster.await("sweep to run whole", () -> Claims.running(job("sweep")) == 8);
        progress.say("sweep runs whole: 8 tasks on 16 A100s");
        cluster.await("pretrain-a to run whole", () -> Claims.running(job("pretrain-a")) == 3);
        cluster.await("pretrain-b to say why it waits", () -> Claims.waits(job("pretrain-b")));
        progress.say("pretrain-a runs whole on 6 of 8 V100s; pretrain-b holds nothing");
        cluster.await(
                "chat and render to run", () -> Claims.running(job("chat")) == 4 && Claims.running(job("render")) == 1);
        progress.say("chat's four tasks share one L40S; render has two");
        cluster.await("giant to say why it waits", () -> Claims.waits(job("giant")));
        return cluster.jobs();
    }

    private Job job(String name) {
        return Claims.job(cluster.jobs(), name);
    }

    private Map<String, String> explanations(List<Job> jobs) {
        Map<String, String> explanations = new LinkedHashMap<>();
        for (String name : List.of("pretrain-b", "giant")) {
            String text = cluster.explain(Claims.job(jobs, name));
            explanations.put(name, text);
            checks.add(Check.yes("explain has an answer for " + name, !text.isBlank(), "it is empty"));
        }
        return explanations;
    }

    /** What the agents keep on disk, and what the tasks themselves were given, must be what the scheduler says. */
    private void checkAgents(List<Job> jobs) throws DemoFailed {
        SortedSet<String> said = Grants.facts(jobs);
        SortedSet<String> kept = limitsOnceEqualTo(said);
        checks.add(Check.that(said.size() + " limits are in force on the agents as the scheduler says", said, kept));
        int differing = 0;
        int tasks = 0;
        for (Job job : jobs) {
            for (Task task : job.getTasksList()) {
                if (task.getGrantsCount() > 0) {
                    tasks++;
                    differing += sawItsGpus(job, task) ? 0 : 1;
                }
            }
        }
        checks.add(Check.that(
                "tasks (of " + tasks + ") that were given other GPUs than the scheduler says", 0, differing));
        progress.say("compared the agents' " + kept.size() + " limits, and the GPUs that " + tasks + " tasks see");
    }

    /** What the agents keep, as soon as it is what is wanted, else as it was last seen. */
    private SortedSet<String> limitsOnceEqualTo(SortedSet<String> wanted) throws DemoFailed {
        AtomicReference<SortedSet<String>> seen = new AtomicReference<>(new TreeSet<>());
        awaitQuietly("the agents' limits to be what the scheduler says", () -> {
            seen.set(AgentLimits.facts(cluster.agentFolders()));
            return seen.get().equals(wanted);
        });
        return seen.get();
    }

    private boolean sawItsGpus(Job job, Task task) throws DemoFailed {
        SortedSet<String> granted = new TreeSet<>();
        task.getGrantsList().forEach(grant -> granted.add(grant.getKey().getDeviceUuid()));
        AtomicReference<String> output = new AtomicReference<>("");
        awaitQuietly("output of a task", () -> {
            output.set(cluster.output(job, task));
            return DEVICES.matcher(output.get()).find();
        });
        Matcher devices = DEVICES.matcher(output.get());
        return devices.find()
                && granted.equals(new TreeSet<>(List.of(devices.group(1).split(",", -1))));
    }

    /** Gives it time to come true; whether it did is for a check to say. */
    private void awaitQuietly(String what, DemoCluster.Condition condition) throws DemoFailed {
        try {
            cluster.await(what, QUIET_SECONDS, condition);
        } catch (DemoFailed late) {
            progress.say(String.valueOf(late.getMessage()));
        }
    }

    private List<Job> rivalsTakeTurns() throws IOException, DemoFailed {
        Files.createFile(folder.finish("pretrain-a"));
        cluster.await("pretrain-a to end", () -> job("pretrain-a").getPhase() == GangPhase.GANG_PHASE_COMPLETED);
        cluster.await("pretrain-b to run", () -> Claims.running(job("pretrain-b")) == 3);
        progress.say("pretrain-a has ended; pretrain-b runs whole");
        List<Job> last = cluster.jobs();
        checks.addAll(Claims.ofLast(last));
        checks.add(Check.that(
                "no GPU is granted beyond what it has, then either", "[]", Grants.overbooked(cluster.gpus())));
        return last;
    }

    /** Ends all jobs and checks that nothing of them is left; for a demo that does not stay. */
    List<Check> cleanUp() throws DemoFailed {
        cluster.deleteJobs();
        awaitQuietly("all GPUs to be free", () -> Grants.granted(cluster.gpus()) == 0);
        List<Check> left = new ArrayList<>();
        left.add(Check.that("GPUs granted after all jobs were deleted", 0, Grants.granted(cluster.gpus())));
        left.add(Check.that("limits left on the agents", "[]", limitsOnceEqualTo(new TreeSet<>())));
        progress.say("all jobs are deleted, all GPUs are free");
        return left;
    }
}
