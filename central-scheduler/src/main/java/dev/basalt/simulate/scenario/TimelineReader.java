package dev.basalt.simulate.scenario;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.simulate.section.Mistakes;
import dev.basalt.simulate.section.Resources;
import dev.basalt.simulate.section.Section;
import java.util.ArrayList;
import java.util.List;

/** The entries of {@code timeline}: each has a time and one or more actions or expectations. */
final class TimelineReader {
    private static final int COPIES_MAX = 100_000;

    private final Mistakes mistakes;
    private final List<Machine> nodes;
    private final List<Action.Timed> actions = new ArrayList<>();
    private final List<Expectation> expectations = new ArrayList<>();

    TimelineReader(Mistakes mistakes, List<Machine> nodes) {
        this.mistakes = mistakes;
        this.nodes = nodes;
    }

    List<Action.Timed> actions() {
        return actions;
    }

    List<Expectation> expectations() {
        return expectations;
    }

    void read(List<Section> entries) {
        long previousMillis = 0;
        for (Section entry : entries) {
            long atMillis = entry.durationMillis("at", previousMillis);
            if (atMillis < previousMillis) {
                mistakes.add(entry.path("at"), "lies before the entry above it. Maybe sort the timeline");
            }
            previousMillis = Math.max(atMillis, previousMillis);
            readEntry(entry, atMillis);
            entry.end();
        }
    }

    private void readEntry(Section entry, long atMillis) {
        int before = actions.size() + expectations.size();
        readJobs(entry, atMillis);
        readPods(entry, atMillis);
        readNodes(entry, atMillis);
        readFaults(entry, atMillis);
        if (entry.has("expect")) {
            expectations.addAll(ExpectationReader.read(entry.section("expect"), atMillis));
        }
        if (actions.size() + expectations.size() == before) {
            mistakes.add(entry.path(), "does nothing. Maybe add 'submit:', 'finish:' or 'expect:'");
        }
    }

    private void add(Section entry, String key, long atMillis, Action action) {
        actions.add(new Action.Timed(atMillis, action, entry.path(key)));
    }

    private void readJobs(Section entry, long atMillis) {
        for (Section submit : many(entry, "submit")) {
            readSubmit(submit, atMillis);
        }
        for (String job : entry.list("delete")) {
            add(entry, "delete", atMillis, new Action.Delete(job));
        }
        for (Section scale : many(entry, "scale")) {
            add(
                    entry,
                    "scale",
                    atMillis,
                    new Action.Scale(
                            scale.requiredText("job"),
                            scale.text("task", "worker"),
                            scale.count("replicas", 1, 0, COPIES_MAX)));
            scale.end();
        }
        for (Section queue : many(entry, "queue")) {
            add(entry, "queue", atMillis, new Action.ApplyQueue(ScenarioReader.queue(queue)));
        }
        for (String queue : entry.list("deleteQueue")) {
            add(entry, "deleteQueue", atMillis, new Action.DeleteQueue(queue));
        }
    }

    private void readSubmit(Section submit, long atMillis) {
        if (submit.has("manifest")) {
            ManifestJobs.read(submit)
                    .forEach(workload ->
                            actions.add(new Action.Timed(atMillis, new Action.Submit(workload), submit.path())));
            return;
        }
        String given = submit.requiredText("job");
        // Its absence is a mistake that is noted already; the rest is read on for more of them.
        String name = given.isEmpty() ? "unnamed" : given;
        int copies = submit.count("copies", 0, 1, COPIES_MAX);
        Workload first = JobReader.read(submit, copies == 0 ? name : name + "-1");
        actions.add(new Action.Timed(atMillis, new Action.Submit(first), submit.path()));
        for (int copy = 2; copy <= copies; copy++) {
            Workload again = WorkloadCopy.named(first, name + "-" + copy);
            actions.add(new Action.Timed(atMillis, new Action.Submit(again), submit.path()));
        }
    }

    private void readPods(Section entry, long atMillis) {
        if (entry.has("finish")) {
            membersOf(entry, "finish").forEach(members -> add(entry, "finish", atMillis, new Action.Finish(members)));
        }
        for (Section fail : many(entry, "fail")) {
            Action.Members members = new Action.Members(
                    fail.requiredText("job"), fail.text("task", ""), fail.count("index", -1, 0, COPIES_MAX));
            add(entry, "fail", atMillis, new Action.Fail(members, fail.count("exitCode", 1, 1, 255)));
            fail.end();
        }
        for (Section foreign : many(entry, "foreignPod")) {
            ResourceVector requests = Resources.named(foreign.without("pods"));
            if (foreign.has("gpus")) {
                requests = requests.with(ResourceVector.GPU, foreign.count("gpus", 1, 0, 64));
            }
            add(
                    entry,
                    "foreignPod",
                    atMillis,
                    new Action.ForeignPod(foreign.requiredText("name"), foreign.requiredText("node"), requests));
            foreign.end();
        }
        for (String pod : entry.list("removeForeignPod")) {
            add(entry, "removeForeignPod", atMillis, new Action.RemoveForeignPod(pod));
        }
    }

    private List<Action.Members> membersOf(Section entry, String key) {
        if (!(entry.value(key) instanceof java.util.Map)) {
            return entry.list(key).stream()
                    .map(job -> new Action.Members(job, "", -1))
                    .toList();
        }
        Section section = entry.section(key);
        Action.Members members = new Action.Members(
                section.requiredText("job"), section.text("task", ""), section.count("index", -1, 0, COPIES_MAX));
        section.end();
        return List.of(members);
    }

    private void readNodes(Section entry, long atMillis) {
        for (String node : entry.list("drain")) {
            add(entry, "drain", atMillis, new Action.Admit(node, NodeSpec.Admission.DRAINING));
        }
        for (String node : entry.list("cordon")) {
            add(entry, "cordon", atMillis, new Action.Admit(node, NodeSpec.Admission.CORDONED));
        }
        for (String node : entry.list("restore")) {
            add(entry, "restore", atMillis, new Action.Admit(node, NodeSpec.Admission.OPEN));
        }
        for (String node : entry.list("removeNode")) {
            add(entry, "removeNode", atMillis, new Action.RemoveNode(node));
        }
        for (Section added : many(entry, "addNode")) {
            for (Machine machine : MachineReader.read(added)) {
                nodes.add(machine);
                add(entry, "addNode", atMillis, new Action.AddNode(machine));
            }
        }
        for (Section resize : many(entry, "resize")) {
            String node = resize.requiredText("node");
            int gpuCount = resize.count("gpus", -1, 0, 64);
            add(entry, "resize", atMillis, new Action.Resize(node, Resources.named(resize), gpuCount));
            resize.end();
        }
        for (Section relabel : many(entry, "relabel")) {
            add(entry, "relabel", atMillis, new Action.Relabel(relabel.requiredText("node"), relabel.texts("labels")));
            relabel.end();
        }
        for (Section reboot : many(entry, "reboot")) {
            add(
                    entry,
                    "reboot",
                    atMillis,
                    new Action.Reboot(reboot.requiredText("node"), reboot.durationMillis("for", 180_000)));
            reboot.end();
        }
    }

    private void readFaults(Section entry, long atMillis) {
        for (Section health : many(entry, "gpuHealth")) {
            add(
                    entry,
                    "gpuHealth",
                    atMillis,
                    new Action.GpuHealth(health.requiredText("node"), health.count("gpu", 0, 0, 63), health(health)));
            health.end();
        }
        for (Section silence : many(entry, "silence")) {
            add(
                    entry,
                    "silence",
                    atMillis,
                    new Action.Silence(silence.requiredText("node"), silence.durationMillis("for", 30_000)));
            silence.end();
        }
        for (Section fail : many(entry, "failBinds")) {
            add(
                    entry,
                    "failBinds",
                    atMillis,
                    new Action.FailBinds(
                            fail.text("job", ""),
                            fail.text("node", ""),
                            fail.count("count", 1, 1, COPIES_MAX),
                            fail.flag("retryable", true)));
            fail.end();
        }
        for (Section refuse : many(entry, "refuseGrants")) {
            add(
                    entry,
                    "refuseGrants",
                    atMillis,
                    new Action.RefuseGrants(refuse.text("node", ""), refuse.count("count", 1, 1, COPIES_MAX)));
            refuse.end();
        }
        for (String kind : entry.list("loseEvents")) {
            kinds(entry, "loseEvents", kind)
                    .forEach(each -> add(entry, "loseEvents", atMillis, new Action.LoseEvents(each)));
        }
        for (String kind : entry.list("relist")) {
            kinds(entry, "relist", kind).forEach(each -> add(entry, "relist", atMillis, new Action.Relist(each)));
        }
        for (Section restart : many(entry, "restartScheduler")) {
            add(
                    entry,
                    "restartScheduler",
                    atMillis,
                    new Action.RestartScheduler(
                            restart.durationMillis("replayDelay", 0), restart.flag("storeLost", false)));
            restart.end();
        }
    }

    private static Device.Health health(Section section) {
        String reason = section.text("reason", "set by the scenario");
        return switch (section.oneOf("health", List.of("healthy", "unhealthy", "lost"))) {
            case "healthy" -> new Device.Health.Healthy();
            case "lost" -> new Device.Health.Lost(reason);
            default -> new Device.Health.Unhealthy(reason);
        };
    }

    private List<Action.Kind> kinds(Section entry, String key, String name) {
        for (Action.Kind kind : Action.Kind.values()) {
            if (kind.name().equalsIgnoreCase(name)) {
                return List.of(kind);
            }
        }
        mistakes.add(entry.path(key), "'" + name + "' is no kind. Maybe gangs, queues, nodes or pods");
        return List.of();
    }

    /** One mapping or a list of them. */
    private static List<Section> many(Section entry, String key) {
        Object value = entry.value(key);
        if (value == null) {
            return entry.has(key)
                    ? List.of(Section.of(java.util.Map.of(), entry.path(key), entry.mistakes()))
                    : List.of();
        }
        return value instanceof List ? entry.sections(key) : List.of(entry.section(key));
    }
}
