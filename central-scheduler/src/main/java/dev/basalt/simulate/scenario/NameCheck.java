package dev.basalt.simulate.scenario;

import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Queue;
import dev.basalt.simulate.section.Mistakes;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Every job, role and node that a scenario speaks of must exist in it: a misspelt name would expect nothing. */
final class NameCheck {
    private final Mistakes mistakes;
    private final SortedMap<String, Workload> jobs = new TreeMap<>();
    private final TreeSet<String> nodes = new TreeSet<>();
    private final TreeSet<String> queues = new TreeSet<>(List.of(Queue.ROOT, Queue.DEFAULT));
    private final TreeSet<String> foreignPods = new TreeSet<>();

    private NameCheck(Mistakes mistakes) {
        this.mistakes = mistakes;
    }

    static void check(Scenario scenario, Mistakes mistakes) {
        NameCheck check = new NameCheck(mistakes);
        scenario.nodes().forEach(node -> check.nodes.add(node.name()));
        scenario.queues().forEach(queue -> check.queues.add(queue.name()));
        for (Action.Timed timed : scenario.timeline()) {
            check.collect(timed);
        }
        scenario.timeline().forEach(check::checkAction);
        scenario.expectations().forEach(check::checkClaim);
    }

    private void collect(Action.Timed timed) {
        if (timed.action() instanceof Action.Submit submit) {
            String name = submit.workload().gang().name();
            if (jobs.put(name, submit.workload()) != null) {
                mistakes.add(timed.path(), "job '" + name + "' is submitted twice. Maybe give it another name");
            }
        } else if (timed.action() instanceof Action.AddNode added) {
            nodes.add(added.machine().name());
        } else if (timed.action() instanceof Action.ApplyQueue applied) {
            queues.add(applied.queue().name());
        } else if (timed.action() instanceof Action.ForeignPod foreign) {
            foreignPods.add(foreign.pod());
        }
    }

    private void checkAction(Action.Timed timed) {
        String path = timed.path();
        switch (timed.action()) {
            case Action.Finish finish -> members(path, finish.members());
            case Action.Fail fail -> members(path, fail.members());
            case Action.Delete delete -> job(path, delete.job());
            case Action.Scale scale -> role(path, scale.job(), scale.role());
            case Action.ForeignPod foreign -> node(path, foreign.node());
            case Action.Admit admit -> node(path, admit.node());
            case Action.Relabel relabel -> node(path, relabel.node());
            case Action.Resize resize -> node(path, resize.node());
            case Action.RemoveNode removed -> node(path, removed.node());
            case Action.Reboot reboot -> node(path, reboot.node());
            case Action.GpuHealth health -> node(path, health.node());
            case Action.Silence silence -> node(path, silence.node());
            case Action.FailBinds fail -> {
                optionalJob(path, fail.job());
                optionalNode(path, fail.node());
            }
            case Action.RefuseGrants refuse -> optionalNode(path, refuse.node());
            case Action.Submit submit -> {}
            case Action.AddNode added -> {}
            case Action.RemoveForeignPod removed -> named(path, "foreign pod", removed.pod(), foreignPods);
            case Action.LoseEvents lost -> {}
            case Action.Relist relist -> {}
            case Action.RestartScheduler restart -> {}
            case Action.ApplyQueue queue -> {}
            case Action.DeleteQueue deleted -> named(path, "queue", deleted.queue(), queues);
        }
    }

    private void checkClaim(Expectation expectation) {
        String path = expectation.path();
        switch (expectation.claim()) {
            case Expectation.Running claim -> subject(path, claim.subject());
            case Expectation.Held claim -> subject(path, claim.subject());
            case Expectation.Pending claim -> subject(path, claim.subject());
            case Expectation.NodeCount claim -> subject(path, claim.subject());
            case Expectation.OnGpus claim -> subject(path, claim.subject());
            case Expectation.PlacedOn claim -> {
                subject(path, claim.subject());
                claim.nodes().forEach(node -> node(path, node));
            }
            case Expectation.Waits claim -> job(path, claim.job());
            case Expectation.Phase claim -> job(path, claim.job());
            case Expectation.Started claim -> job(path, claim.job());
            case Expectation.Evictions claim -> optionalJob(path, claim.job());
            case Expectation.GpuUsed claim -> node(path, claim.gpu().split("/", 2)[0]);
            case Expectation.DistinctGpus claim -> claim.jobs().forEach(job -> subject(path, job));
            case Expectation.WholeOrNone claim -> claim.jobs().forEach(job -> job(path, job));
            case Expectation.StartOrder claim -> claim.jobs().forEach(job -> job(path, job));
            case Expectation.EveryGpu claim -> {}
            case Expectation.NoEvictionAfter claim -> {}
            case Expectation.QueueUsed claim -> named(path, "queue", claim.queue(), queues);
            case Expectation.Planning claim -> {}
        }
    }

    private void members(String path, Action.Members members) {
        if (members.role().isEmpty()) {
            job(path, members.job());
        } else {
            role(path, members.job(), members.role());
        }
    }

    /** A subject is {@code job}, {@code job/role}, {@code job/role-index} or {@code name*}. */
    private void subject(String path, String subject) {
        if (subject.endsWith("*")) {
            String start = subject.substring(0, subject.length() - 1);
            if (jobs.keySet().stream().noneMatch(job -> job.startsWith(start))) {
                mistakes.add(path, "no job starts with '" + start + "'. Known: " + some(jobs.keySet()));
            }
            return;
        }
        String[] parts = subject.split("/", 2);
        if (parts.length == 1) {
            job(path, parts[0]);
        } else {
            role(path, parts[0], parts[1].replaceFirst("-\\d+$", ""), parts[1]);
        }
    }

    private void role(String path, String job, String role) {
        role(path, job, role, role);
    }

    private void role(String path, String job, String role, String sameOrIndexed) {
        Workload workload = jobs.get(job);
        if (workload == null) {
            job(path, job);
            return;
        }
        if (workload.gang().role(role) == null && workload.gang().role(sameOrIndexed) == null) {
            mistakes.add(
                    path,
                    "job '" + job + "' has no task '" + role + "'. Known: "
                            + String.join(
                                    ", ",
                                    workload.gang().roles().stream()
                                            .map(MemberGroup::name)
                                            .toList()));
        }
    }

    private void optionalJob(String path, String job) {
        if (!job.isEmpty()) {
            job(path, job);
        }
    }

    private void optionalNode(String path, String node) {
        if (!node.isEmpty()) {
            node(path, node);
        }
    }

    private void job(String path, String job) {
        if (!jobs.containsKey(job)) {
            mistakes.add(path, "no job '" + job + "' is submitted. Known: " + some(jobs.keySet()));
        }
    }

    private void node(String path, String node) {
        named(path, "node", node, nodes);
    }

    private void named(String path, String thing, String name, Set<String> known) {
        if (!known.contains(name)) {
            mistakes.add(path, "no " + thing + " '" + name + "' exists. Known: " + some(known));
        }
    }

    private static String some(Set<String> known) {
        String names = String.join(", ", known.stream().limit(8).toList());
        return known.size() > 8 ? names + ", ..." : names.isEmpty() ? "none" : names;
    }
}
