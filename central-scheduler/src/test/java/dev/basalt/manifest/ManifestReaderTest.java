package dev.basalt.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.ReadOptions.Known;
import dev.basalt.manifest.Translated.GangObject;
import dev.basalt.manifest.Translated.QueueObject;
import dev.basalt.manifest.text.Finding;
import dev.basalt.manifest.text.YamlText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ManifestReaderTest {
    private static final String POD_GROUP = """
            apiVersion: scheduling.volcano.sh/v1beta1
            kind: PodGroup
            metadata: {name: pair}
            spec: {minMember: 2, queue: team}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: left, annotations: {scheduling.k8s.io/group-name: pair}}
            spec: {containers: [{name: main, command: [a]}]}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: right, annotations: {scheduling.volcano.sh/group-name: pair}}
            spec: {containers: [{name: main, command: [b]}]}
            """;

    private final ManifestReader reader = new ManifestReader(ReadOptions.STANDALONE);

    @Test
    void readsAQueueWithGpusCountedInThousandthsAndZeroAsNone() {
        var results = reader.read("""
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: Queue
                metadata: {name: team}
                spec:
                  weight: 3
                  parent: default
                  capability: {cpu: 1500m, nvidia.com/gpu: "2.5", memory: 0}
                  guarantee: {resource: {cpu: 1}}
                  reclaimable: false
                """, Known.NOTHING);

        var capability = Capability.of(ResourceVector.CPU, 1500)
                .with(ResourceVector.GPU_MILLI, 2500)
                .with(ResourceVector.MEMORY, 0);
        var guarantee = ResourceVector.of(ResourceVector.CPU, 1000);
        assertEquals(
                new QueueObject(
                        new Queue("team", "default", 3, 0, capability, ResourceVector.ZERO, guarantee, false, true)),
                only(results).object());
        assertEquals(List.of(), only(results).findings());
    }

    @Test
    void takesTheMinimumOfAJobFromItsTasksWhenItStatesNone() {
        var gang = gang(job("", "- {name: a, replicas: 4, minAvailable: 2, T}", "- {name: b, replicas: 3, T}"));

        assertEquals(5, gang.minimum());
        assertEquals(List.of("a 2 of 4", "b 3 of 3"), roles(gang));
    }

    @Test
    void leavesTasksWithoutAMinimumOfTheirOwnFreeWhenTheJobAsksForLess() {
        var gang = gang(job("minAvailable: 3", "- {name: a, replicas: 4, T}", "- {name: b, replicas: 4, T}"));

        assertEquals(3, gang.minimum());
        assertEquals(List.of("a 0 of 4", "b 0 of 4"), roles(gang));
    }

    @Test
    void putsTasksAfterThoseThatTheyDependOn() {
        var gang = gang(job(
                "",
                "- {name: worker, replicas: 1, dependsOn: {name: [master]}, T}",
                "- {name: master, replicas: 1, T}"));

        assertEquals(List.of("master 1 of 1", "worker 1 of 1"), roles(gang));
    }

    @Test
    void saysOfALonePodGroupWhatToDo() {
        var results = reader.read(
                POD_GROUP.substring(0, POD_GROUP.indexOf("---")),
                new Known(new TreeSet<>(List.of("team")), new TreeSet<>()));

        assertEquals(
                List.of(
                        "PodGroup default/pair: metadata.name 'pair' is the name of a group that no pod here belongs to;"
                                + " read as a group without pods, which starts nothing. Maybe write its pods into the same"
                                + " file, each with the annotation scheduling.k8s.io/group-name: pair, or use a Job, which"
                                + " makes its own group."),
                only(results).findings().stream().map(Finding::sentence).toList());
    }

    @Test
    void makesOneGangOfAPodGroupAndItsPods() {
        var results = reader.read(POD_GROUP, Known.NOTHING);

        var gang = ((GangObject) results.getFirst().objectOrFail()).gang();
        assertEquals(2, gang.minimum());
        assertEquals("team", gang.queue());
        assertEquals(List.of("left 0 of 1", "right 0 of 1"), roles(gang));
    }

    @Test
    void readsSharesMigProfilesAndSelectors() {
        var gang = gang("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: infer
                  annotations: {nvidia.com/use-gputype: "A100, H100", volcano.sh/vgpu-nouse-gpuuuid: GPU-1}
                spec:
                  containers:
                    - name: percent
                      command: [a]
                      resources: {limits: {volcano.sh/vgpu-number: 2, volcano.sh/vgpu-memory-percentage: 25}}
                    - name: instance
                      command: [b]
                      resources: {limits: {nvidia.com/mig-1g.10gb: 1}}
                    - name: all
                      command: [c]
                      resources: {limits: {volcano.sh/vgpu-number: 1, volcano.sh/vgpu-cores: 100}}
                """);

        var selector = new Selector(List.of("A100", "H100"), List.of(), List.of(), List.of("GPU-1"));
        assertEquals(
                List.of(
                        new DeviceRequest(2, new PerDevice.Share(new MemoryAsk.Permille(250), 0), selector),
                        new DeviceRequest(1, new PerDevice.Mig("1g.10gb"), selector),
                        new DeviceRequest(1, new PerDevice.Whole(), selector)),
                devices(gang));
    }

    @Test
    void declaresTheRunTimeThatTheAnnotationOrTheJobStates() {
        var annotated = gang(job("runningEstimate: 2h", "- {name: a, replicas: 1, T}")
                .replace("{name: train}", "{name: train, annotations: {basalt.dev/run-time: 1h30m}}"));
        var estimated = gang(job("runningEstimate: 90s", "- {name: a, replicas: 1, T}"));

        assertEquals(5_400_000, annotated.declaredRunMillis());
        assertEquals(90_000, estimated.declaredRunMillis());
    }

    @Test
    void givesTheSameUidToTheSameNames() {
        String text = job("", "- {name: a, replicas: 1, T}");

        assertEquals(gang(text).uid(), gang(text).uid());
        assertFalse(gang(text)
                .uid()
                .equals(gang(text.replace("name: train", "name: other")).uid()));
    }

    @Test
    void asksItsOwnerForTheUidOfAnObjectThatHasNone() {
        var owned = new ManifestReader(new ReadOptions(
                dev.basalt.manifest.pod.Road.STANDALONE, "here", (kind, space, name) -> kind + space + name));

        var results = owned.read(job("", "- {name: a, replicas: 1, T}"), Known.NOTHING);

        assertEquals(
                "Jobheretrain",
                ((GangObject) only(results).objectOrFail()).gang().uid());
    }

    @Test
    void saysNothingOfQueuesAndClassesThatExist() {
        var known = new Known(new TreeSet<>(List.of("team")), new TreeSet<>(List.of("high")));

        var results = reader.read(
                job("queue: team, priorityClassName: high".replace(", ", "\n  "), "- {name: a, replicas: 1, T}"),
                known);

        assertEquals(List.of(), only(results).findings());
    }

    @Test
    void knowsQueuesOfTheSameText() {
        String queue = "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: team}\n---\n";

        var results = reader.read(queue + job("queue: team", "- {name: a, replicas: 1, T}"), Known.NOTHING);

        assertEquals(List.of(), results.getLast().findings());
    }

    @Test
    void refusesMoreThanThreeMebibytesWithOneSentence() {
        byte[] large = "#".repeat(5_000_000).getBytes(StandardCharsets.UTF_8);

        assertEquals(
                List.of("manifest: it is larger than 3 MiB." + " Maybe split it into several files."),
                sentences(reader.read(large, Known.NOTHING)));
    }

    @Test
    void refusesBytesThatAreNoText() {
        byte[] binary = new byte[4096];
        new Random(7).nextBytes(binary);

        assertEquals(
                List.of("manifest: it is not UTF-8 text. Maybe you gave the wrong file."),
                sentences(reader.read(binary, Known.NOTHING)));
    }

    @Test
    void answersEveryMutilatedTextWithResultsAndNeverThrows() {
        String whole = POD_GROUP + "---\n" + job("minAvailable: 1", "- {name: a, replicas: 1, T}");
        String[] pieces = {
            "-", "9999999999999999999", "null", "{", "]", ": ", "\n", "&a", "*a", "!!binary ", "\t", "'", "~"
        };
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(whole);
            for (int change = 0; change < 4; change++) {
                int start = random.nextInt(text.length());
                int end = Math.min(text.length(), start + random.nextInt(8));
                text.replace(start, end, pieces[random.nextInt(pieces.length)]);
            }
            String mutilated = text.toString();

            var results = reader.read(mutilated, Known.NOTHING);

            assertFalse(results.isEmpty(), "seed " + seed);
            for (String sentence : sentences(results)) {
                assertFalse(sentence.contains("a mistake of ours"), "seed " + seed + ": " + sentence);
            }
            results.forEach(result ->
                    assertEquals(result.object() == null, !result.errors().isEmpty(), mutilated));
        }
    }

    @Test
    void countsLinesInTheWholeTextAndSkipsDocumentsWithoutContent() {
        var parts = YamlText.split("a: 1\n---\n# comment\n---\nb: 2\n");

        assertEquals(List.of(new YamlText.Part("a: 1\n", 1), new YamlText.Part("---\nb: 2\n", 4)), parts);
    }

    private Gang gang(String text) {
        return ((GangObject) only(reader.read(text, Known.NOTHING)).objectOrFail()).gang();
    }

    private static ManifestResult only(List<ManifestResult> results) {
        assertEquals(1, results.size());
        return results.getFirst();
    }

    private static List<String> sentences(List<ManifestResult> results) {
        return results.stream()
                .flatMap(result -> result.findings().stream())
                .map(Finding::sentence)
                .toList();
    }

    private static List<String> roles(Gang gang) {
        return gang.roles().stream()
                .map(role -> role.name() + " " + role.minimum() + " of " + role.desired())
                .toList();
    }

    private static List<DeviceRequest> devices(Gang gang) {
        MemberGroup role = gang.roles().getFirst();
        return role.template() == null
                ? List.of()
                : role.template().containers().stream()
                        .flatMap(container -> container.devices().stream())
                        .toList();
    }

    /** A job; {@code T} in a task stands for a template. */
    private static String job(String field, String... tasks) {
        String template = "template: {spec: {containers: [{name: main, command: [run]}]}}";
        StringBuilder text = new StringBuilder("apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\n");
        text.append("metadata: {name: train}\nspec:\n  ").append(field).append("\n  tasks:\n");
        for (String task : tasks) {
            text.append("    ")
                    .append(task.replace(", T}", ", " + template + "}"))
                    .append('\n');
        }
        return text.toString();
    }
}
