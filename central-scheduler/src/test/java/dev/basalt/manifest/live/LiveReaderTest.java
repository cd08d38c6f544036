package dev.basalt.manifest.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.NodeSpec.Admission;
import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.Translated.PriorityClassObject;
import dev.basalt.manifest.live.Live.Bad;
import dev.basalt.manifest.live.Live.Good;
import dev.basalt.manifest.live.LivePod.Ask;
import dev.basalt.manifest.live.LivePod.Owner;
import dev.basalt.manifest.live.LivePod.Phase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LiveReaderTest {
    private static final List<String> OURS = List.of("basalt", "volcano");

    @Test
    void readsANode() {
        var node = Json.object("""
                {'metadata': {'name': 'n1', 'uid': 'u1', 'resourceVersion': '7', 'labels': {'zone': 'a'}},
                 'spec': {'taints': [{'key': 'gpu', 'value': 'yes', 'effect': 'NoSchedule'}]},
                 'status': {
                   'allocatable': {'cpu': '31500m', 'memory': '1Ki', 'pods': '110', 'nvidia.com/gpu': '8'},
                   'conditions': [{'type': 'MemoryPressure', 'status': 'False'}, {'type': 'Ready', 'status': 'True'}]}}
                """);

        assertThat(LiveReader.node(node))
                .isEqualTo(new Good<>(new NodeSpec(
                        "n1",
                        "u1",
                        new TreeMap<>(Map.of("zone", "a")),
                        List.of(new Taint("gpu", "yes", "NoSchedule")),
                        ResourceVector.of("cpu", 31_500)
                                .with("memory", 1024)
                                .with("pods", 110)
                                .with("nvidia.com/gpu", 8),
                        true,
                        Admission.OPEN)));
        assertThat(LiveReader.meta(node)).isEqualTo(new LiveMeta("u1", "", "n1", 7, 0, false));
    }

    @Test
    void readsACordonedNodeWhoseKubeletIsSilent() {
        var node = Json.object("""
                {'metadata': {'name': 'n1', 'uid': 'u1'}, 'spec': {'unschedulable': true},
                 'status': {'conditions': [{'type': 'Ready', 'status': 'Unknown'}]}}
                """);

        assertThat(LiveReader.node(node))
                .isEqualTo(new Good<>(new NodeSpec(
                        "n1", "u1", new TreeMap<>(), List.of(), ResourceVector.ZERO, false, Admission.CORDONED)));
    }

    @Test
    void refusesANodeWithoutANameAndOneWhoseAmountsAreNone() {
        assertThat(LiveReader.node(Json.object("{'metadata': {}}"))).isInstanceOf(Bad.class);
        assertThat(LiveReader.node(
                        Json.object("{'metadata': {'name': 'n1'}, 'status': {'allocatable': {'cpu': 'many'}}}")))
                .isEqualTo(new Bad<>(
                        "status.allocatable.cpu", "'many' is not a quantity. Maybe write it as 4, 500m or 16Gi."));
    }

    @Test
    void readsAQueueAndItsState() {
        var queue = Json.object("""
                {'metadata': {'name': 'research'},
                 'spec': {'weight': 3, 'parent': 'all', 'reclaimable': false, 'capability': {'nvidia.com/gpu': 4}},
                 'status': {'state': 'Closing'}}
                """);

        assertThat(LiveReader.queue(queue))
                .isEqualTo(new Good<>(new Queue(
                        "research",
                        "all",
                        3,
                        0,
                        Capability.of(ResourceVector.GPU_MILLI, 4000),
                        ResourceVector.ZERO,
                        ResourceVector.ZERO,
                        false,
                        false)));
    }

    @Test
    void takesAQueueWhoseStateNobodyWroteYetAsOpen() {
        assertThat(LiveReader.queue(Json.object("{'metadata': {'name': 'q'}}")))
                .isEqualTo(new Good<>(Queue.unlimited("q")));
    }

    @Test
    void refusesAQueueBelowItself() {
        assertThat(LiveReader.queue(Json.object("{'metadata': {'name': 'q'}, 'spec': {'parent': 'q'}}")))
                .isEqualTo(new Bad<>(
                        "spec.parent", "'q' is the queue itself. Maybe name another queue, or remove the line."));
    }

    @Test
    void readsPriorityClassesBeyondWhatUsersMayWrite() {
        assertThat(LiveReader.priorityClass(Json.object(
                        "{'metadata': {'name': 'system-node-critical'}, 'value': 2000001000, 'globalDefault': false}")))
                .isEqualTo(new Good<>(new PriorityClassObject("system-node-critical", 2_000_001_000, false)));
    }

    @Test
    void readsAPodGroup() {
        var group = Json.object("""
                {'metadata': {'name': 'train', 'namespace': 'team-a', 'uid': 'g1', 'resourceVersion': '9',
                   'annotations': {'basalt.dev/run-time': '1h'}},
                 'spec': {'minMember': 4, 'minTaskMember': {'master': 1, 'worker': 3}, 'queue': 'research',
                   'priorityClassName': 'high', 'minResources': {'cpu': '4'},
                   'networkTopology': {'mode': 'hard', 'highestTierAllowed': 2}}}
                """);

        assertThat(LiveReader.group(group))
                .isEqualTo(new Good<>(new LiveGroup(
                        new LiveMeta("g1", "team-a", "train", 9, 0, false),
                        4,
                        new TreeMap<>(Map.of("master", 1, "worker", 3)),
                        "research",
                        "high",
                        ResourceVector.of("cpu", 4000),
                        new Topology("tier-2", true),
                        3_600_000,
                        0)));
    }

    @Test
    void refusesAPodGroupWhoseMinimumIsNoNumber() {
        assertThat(LiveReader.group(Json.object("{'metadata': {'name': 'g'}, 'spec': {'minMember': -1}}")))
                .isEqualTo(
                        new Bad<>("spec.minMember", "'-1' is outside 0..100000. Maybe write a number in that range."));
    }

    @Test
    void readsAPodOfOurs() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'train-1', 'namespace': 'team-a', 'uid': 'p1', 'resourceVersion': '12',
                   'creationTimestamp': '2026-11-30T00:00:10Z',
                   'labels': {'training.kubeflow.org/replica-type': 'worker', 'training.kubeflow.org/replica-index': '1'},
                   'annotations': {'scheduling.k8s.io/group-name': 'train', 'scheduling.volcano.sh/queue-name': 'q',
                     'team': 'a'},
                   'ownerReferences': [
                     {'apiVersion': 'v1', 'kind': 'Other', 'name': 'x', 'uid': 'o0'},
                     {'apiVersion': 'kubeflow.org/v1', 'kind': 'PyTorchJob', 'name': 'train', 'uid': 'o1',
                      'controller': true}]},
                 'spec': {'schedulerName': 'volcano', 'nodeName': 'n1', 'priority': 5, 'priorityClassName': 'high',
                   'terminationGracePeriodSeconds': 5,
                   'containers': [{'name': 'main', 'command': ['train'], 'env': [{'name': 'RANK', 'value': '1'}],
                     'resources': {'requests': {'cpu': '2', 'nvidia.com/gpu': '2'}, 'limits': {'nvidia.com/gpu': '2'}}}]},
                 'status': {'phase': 'Running'}}
                """), OURS);

        var template = new PodTemplate(
                List.of(new ContainerSpec(
                        "main",
                        ContainerSpec.Phase.MAIN,
                        ResourceVector.of("cpu", 2000),
                        List.of(DeviceRequest.whole(2)),
                        Launch.NONE)),
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of(),
                5000,
                Labels.of(Map.of("training.kubeflow.org/replica-type", "worker")),
                Neighbours.NONE);
        assertThat(pod)
                .isEqualTo(new LivePod(
                        new LiveMeta("p1", "team-a", "train-1", 12, 1_795_996_810, false),
                        new Owner("kubeflow.org/v1", "PyTorchJob", "train", "o1"),
                        "volcano",
                        Phase.RUNNING,
                        "n1",
                        ResourceVector.of("cpu", 2000).with("nvidia.com/gpu", 2).with("pods", 1),
                        0,
                        new Ask("train", "q", 0, "worker", 1, "high", 5, 0, 0, List.of(), template, null),
                        Resident.of("team-a", template),
                        new TreeMap<>(Map.of("scheduling.volcano.sh/queue-name", "q"))));
    }

    @Test
    void readsOnlyWhatAPodOfAnotherSchedulerTakes() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'web', 'namespace': 'a', 'uid': 'p1', 'deletionTimestamp': '2026-11-30T00:00:10Z'},
                 'spec': {'schedulerName': 'default-scheduler', 'nodeName': 'n1', 'schedulingGates': [{'name': 'x'}],
                   'overhead': {'memory': '10'},
                   'initContainers': [
                     {'resources': {'requests': {'cpu': '1'}}},
                     {'restartPolicy': 'Always', 'resources': {'requests': {'cpu': '2', 'memory': '5'}}},
                     {'resources': {'requests': {'cpu': '7'}}}],
                   'containers': [{'resources': {'requests': {'cpu': '3'}}},
                     {'resources': {'limits': {'cpu': '1', 'nvidia.com/gpu': '1'}}}]},
                 'status': {'phase': 'Pending'}}
                """), OURS);

        assertThat(pod.ask()).isNull();
        assertThat(pod.meta().terminating()).isTrue();
        assertThat(pod.requests())
                .isEqualTo(ResourceVector.of("cpu", 9000)
                        .with("memory", 15)
                        .with("nvidia.com/gpu", 1)
                        .with("pods", 1));
    }

    @Test
    void tellsThePodAsAWholeWhereItAsksAsAWhole() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'web', 'uid': 'p1'},
                 'spec': {'resources': {'requests': {'cpu': '8'}},
                   'containers': [{'resources': {'requests': {'cpu': '3', 'memory': '7'}}}]}}
                """), OURS);

        assertThat(pod.requests())
                .isEqualTo(ResourceVector.of("cpu", 8000).with("memory", 7).with("pods", 1));
    }

    @Test
    void countsTheOverheadOfARuntimeClassForOurPodsToo() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'web', 'uid': 'p1'},
                 'spec': {'schedulerName': 'basalt', 'overhead': {'cpu': '250m'},
                   'containers': [{'name': 'main', 'resources': {'requests': {'cpu': '3'}}}]}}
                """), OURS);

        assertThat(template(pod).containers())
                .extracting(
                        ContainerSpec::phase, container -> container.requests().amount("cpu"))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(ContainerSpec.Phase.RESTARTABLE_INIT, 250L),
                        org.assertj.core.groups.Tuple.tuple(ContainerSpec.Phase.MAIN, 3000L));
    }

    @Test
    void makesTheSameTemplateOfABoundPodAndOneThatWaits() {
        var spec = "'schedulerName': 'basalt', 'containers': [{'name': 'main'}]";
        var waiting = LiveReader.pod(Json.object("{'metadata': {'uid': 'a'}, 'spec': {" + spec + "}}"), OURS);
        var bound = LiveReader.pod(
                Json.object("{'metadata': {'uid': 'b'}, 'spec': {'nodeName': 'n1', " + spec + "}}"), OURS);

        assertThat(template(bound)).isEqualTo(template(waiting));
    }

    @Test
    void seesWhomAPodOfAnotherSchedulerKeepsAwayAndWidensWhatItCannotTell() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'db', 'namespace': 'a', 'uid': 'p1', 'labels': {'app': 'db'}},
                 'spec': {'schedulerName': 'default-scheduler', 'nodeName': 'n1', 'affinity': {'podAntiAffinity': {
                   'requiredDuringSchedulingIgnoredDuringExecution': [
                     {'topologyKey': 'zone', 'labelSelector': {'matchLabels': {'app': 'db'}},
                      'namespaceSelector': {'matchLabels': {'team': 'a'}}}]}}}}
                """), OURS);

        var db = new Neighbours.Selector(List.of(new Requirement("app", Operator.IN, List.of("db"))));
        assertThat(pod.resident())
                .isEqualTo(new Resident(
                        "a", Labels.of(Map.of("app", "db")), List.of(new Neighbours.Term("zone", List.of(), db))));
    }

    @Test
    void readsTheExitCodeOfTheContainerThatFailed() {
        var failed = "{'status': {'phase': 'Failed', 'containerStatuses': ["
                + "{'state': {'terminated': {'exitCode': 0}}}, {'state': {'terminated': {'exitCode': 137}}}]}}";

        assertThat(LiveReader.pod(Json.object(failed), OURS).exitCode()).isEqualTo(137);
        assertThat(LiveReader.pod(Json.object("{'status': {'phase': 'Failed'}}"), OURS)
                        .exitCode())
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'schedulingGates': [{'name': 'quota'}]|spec.schedulingGates",
                "'resourceClaims': [{'name': 'gpu'}]|spec.resourceClaims",
                "'resources': {'requests': {'cpu': '1'}}|spec.resources",
            })
    void refusesAPodThatAsksWhatTheCoreDoesNotKnow(String field, String path) {
        var pod = LiveReader.pod(
                Json.object("{'metadata': {'uid': 'a'}, 'spec': {'schedulerName': 'basalt', " + field
                        + ", 'containers': [{'name': 'main'}]}}"),
                OURS);

        assertThat(pod.ask()).isNotNull().satisfies(ask -> {
            assertThat(ask.template()).isNull();
            assertThat(ask.refusal()).isNotNull();
            assertThat(ask.refusal().field()).isEqualTo(path);
            assertThat(ask.refusal().message()).contains("Maybe ");
        });
    }

    @Test
    void takesWhatIsOnlyPreferredAndVolumesThatNeedNoClaim() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'uid': 'a'}, 'spec': {'schedulerName': 'basalt', 'containers': [{'name': 'main'}],
                   'affinity': {'podAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [{}]}},
                   'topologySpreadConstraints': [{'whenUnsatisfiable': 'ScheduleAnyway'}],
                   'volumes': [{'name': 'token', 'projected': {}}, {'name': 'tmp', 'emptyDir': {}}]}}
                """), OURS);

        assertThat(template(pod).containers()).hasSize(1);
    }

    @Test
    void namesTheVolumeClaimsOfAPod() {
        var pod = LiveReader.pod(Json.object("""
                {'metadata': {'name': 'train-0', 'uid': 'a'},
                 'spec': {'schedulerName': 'basalt', 'containers': [{'name': 'main'}],
                   'volumes': [{'name': 'scratch', 'ephemeral': {}}, {'name': 'tmp', 'emptyDir': {}},
                     {'name': 'data', 'persistentVolumeClaim': {'claimName': 'data'}}]}}
                """), OURS);

        assertThat(java.util.Objects.requireNonNull(pod.ask()).claims()).containsExactly("data", "train-0-scratch");
    }

    @Test
    void readsClaimsAndFromWhereVolumesCanBeReached() {
        assertThat(LiveReader.claim(Json.object("{'metadata': {'name': 'c'}, 'spec': {'volumeName': 'v'}}")))
                .isEqualTo(new Good<>(new LiveClaim(new LiveMeta("", "", "c", 0, 0, false), "")));
        assertThat(LiveReader.claim(Json.object(
                        "{'metadata': {'name': 'c'}, 'spec': {'volumeName': 'v'}, 'status': {'phase': 'Bound'}}")))
                .isEqualTo(new Good<>(new LiveClaim(new LiveMeta("", "", "c", 0, 0, false), "v")));
        assertThat(LiveReader.volume(Json.object("""
                {'metadata': {'name': 'v'}, 'spec': {'nodeAffinity': {'required': {'nodeSelectorTerms': [
                   {'matchExpressions': [{'key': 'zone', 'operator': 'In', 'values': ['a']}]}]}}}}
                """)))
                .isEqualTo(new Good<>(new LiveVolume(
                        new LiveMeta("", "", "v", 0, 0, false),
                        List.of(new NodeTerm(List.of(new Requirement("zone", Operator.IN, List.of("a"))))))));
    }

    @Test
    void neverThrowsForWhatIsInAnObject() {
        for (var hostile : List.of(
                "[]",
                "'text'",
                "null",
                "{'metadata': [], 'spec': 7, 'status': 'x'}",
                "{'metadata': {'name': 1e999, 'resourceVersion': '-1', 'creationTimestamp': 'soon'}}",
                "{'spec': {'containers': {'a': 1}, 'schedulerName': 'basalt', 'priority': 'high'}}",
                "{'spec': {'schedulerName': 'basalt', 'containers': [null, {'resources': {'limits': {'cpu': '-1'}}}]}}",
                "{'spec': {'weight': -5}, 'status': {'allocatable': {'cpu': '9e99'}}}")) {
            var object = Json.object(hostile);

            assertThat(LiveReader.pod(object, OURS)).isNotNull();
            assertThat(LiveReader.node(object)).isNotNull();
            assertThat(LiveReader.group(object)).isNotNull();
            assertThat(LiveReader.queue(object)).isNotNull();
            assertThat(LiveReader.priorityClass(object)).isNotNull();
            assertThat(LiveReader.claim(object)).isNotNull();
            assertThat(LiveReader.volume(object)).isNotNull();
            assertThat(LiveReader.meta(object)).isNotNull();
        }
    }

    @Test
    void readsAnObjectHoweverDeepItIs() {
        var deep = "{'metadata': {'uid': 'a'}, 'x': " + "[".repeat(900) + "]".repeat(900) + "}";

        assertThat(LiveReader.meta(Json.object(deep)).uid()).isEqualTo("a");
    }

    private static PodTemplate template(LivePod pod) {
        var ask = java.util.Objects.requireNonNull(pod.ask());
        return java.util.Objects.requireNonNull(ask.template(), () -> String.valueOf(ask.refusal()));
    }
}
