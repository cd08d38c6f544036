package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.chart.ChartManifests;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.ControlPlaneOptions;
import dev.basalt.kube.Pods;
import dev.basalt.kube.Together;
import dev.basalt.kube.node.FakeKubelet;
import dev.basalt.kube.node.FakeNode;
import dev.basalt.kube.node.FakeNodes;
import dev.basalt.server.KubernetesServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class GangKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE =
            ControlPlaneExtension.own(ControlPlaneOptions.plain().withoutNodeLifecycle());

    private static final ResourceDefinitionContext POD_GROUPS = new ResourceDefinitionContext.Builder()
            .withGroup("scheduling.volcano.sh")
            .withVersion("v1beta1")
            .withKind("PodGroup")
            .withPlural("podgroups")
            .withNamespaced(true)
            .build();

    @TempDir
    Path scratch;

    private final ControlPlane plane = KUBE.plane();
    private final KubernetesClient client = plane.client();
    private final String namespace = plane.freshNamespace();
    private FakeNodes nodes;
    private FakeKubelet kubelet;
    private KubernetesServer scheduler;
    private AgentSwarm agents;

    @BeforeEach
    void start() throws Exception {
        ChartManifests.apply(client, scratch.resolve("chart"), namespace, List.of("CustomResourceDefinition"));
        nodes = new FakeNodes(plane);
        kubelet = new FakeKubelet(client, nodes);
        scheduler = new KubernetesServer(SchedulerConfig.from(
                List.of(
                        "--mode=kubernetes",
                        "--kubernetes.kubeconfig=" + plane.kubeconfig(),
                        "--kubernetes.namespace=" + namespace,
                        "--state-dir=" + scratch.resolve("state"),
                        "--runtime-dir=" + scratch.resolve("run"),
                        "--listen.grpc-port=0",
                        "--listen.http-port=0"),
                Map.of("HOME", scratch.toString())));
        agents = new AgentSwarm(
                scratch.resolve("agents"),
                "127.0.0.1:" + scheduler.endpoint().grpcPort(),
                scheduler.endpoint().tokenFile());
    }

    @AfterEach
    void stop() throws Exception {
        agents.close();
        scheduler.close();
        kubelet.close();
        nodes.close();
    }

    @Test
    void oneOfTwoGangsRunsWholeTheOtherWaitsWholeAndRunsOnceTheFirstIsGone() {
        int size = 100;
        List<String> names = IntStream.range(0, size)
                .mapToObj(index -> "slot-%03d".formatted(index))
                .toList();
        nodes.create(names.stream().map(name -> FakeNode.withGpus(name, 1)).toList());
        agents.start(names, 1);
        gang("first", size);
        gang("second", size);

        await().atMost(Duration.ofMinutes(2)).until(() -> boundOf("first") + boundOf("second") >= size);
        String winner = boundOf("first") > 0 ? "first" : "second";
        String loser = winner.equals("first") ? "second" : "first";

        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(status(winner)).containsEntry("phase", "Running").containsEntry("running", size);
            assertThat(status(loser)).containsEntry("phase", "Inqueue");
            assertThat(condition(loser)).containsEntry("type", "Unschedulable").containsEntry("status", "True");
        });
        assertThat(boundOf(winner)).isEqualTo(size);
        assertThat(boundOf(loser)).isZero();
        assertThat(gpusOf(winner)).hasSize(size);
        Pod waiting = pods(loser).getFirst();
        await().untilAsserted(() -> {
            assertThat(events(waiting, "FailedScheduling")).isNotEmpty();
            assertThat(client.resource(waiting).get().getStatus().getConditions())
                    .anyMatch(condition -> condition.getType().equals("PodScheduled")
                            && condition.getReason().equals("Unschedulable"));
        });
        assertThat(events(waiting, "FailedScheduling").getFirst()).contains("needs 100 slots");
        await().untilAsserted(() -> assertThat(
                        events(pods(winner).getFirst(), "Scheduled").getFirst())
                .contains("with 1 GPU: GPU-slot-"));

        client.genericKubernetesResources(POD_GROUPS)
                .inNamespace(namespace)
                .withName(winner)
                .delete();
        Together.each(
                pods(winner), pod -> client.resource(pod).withGracePeriod(0).delete());

        await().atMost(Duration.ofMinutes(2)).until(() -> boundOf(loser) == size);
        assertThat(kubelet.rejected()).isEmpty();
    }

    private void gang(String name, int size) {
        GenericKubernetesResource group = new GenericKubernetesResourceBuilder()
                .withApiVersion("scheduling.volcano.sh/v1beta1")
                .withKind("PodGroup")
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of("minMember", size))
                .build();
        client.genericKubernetesResources(POD_GROUPS)
                .inNamespace(namespace)
                .resource(group)
                .create();
        List<Pod> pods = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            Pod pod = Pods.asking(namespace, name + "-" + index, Map.of(FakeNode.GPU, "1"));
            pod.getSpec().setSchedulerName("basalt");
            pod.getMetadata().setLabels(Map.of("gang", name));
            pod.getMetadata().setAnnotations(Map.of("scheduling.k8s.io/group-name", name));
            pods.add(pod);
        }
        Together.each(pods, pod -> client.resource(pod).create());
    }

    private List<Pod> pods(String gang) {
        return client.pods()
                .inNamespace(namespace)
                .withLabel("gang", gang)
                .list()
                .getItems();
    }

    private int boundOf(String gang) {
        return (int) pods(gang).stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .count();
    }

    /** What the binds said of devices; each is another. */
    private Set<String> gpusOf(String gang) {
        TreeSet<String> gpus = new TreeSet<>();
        pods(gang).forEach(pod -> gpus.add(pod.getMetadata().getAnnotations().get("basalt.dev/gpus")));
        return gpus;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> status(String gang) {
        Object status = client.genericKubernetesResources(POD_GROUPS)
                .inNamespace(namespace)
                .withName(gang)
                .get()
                .getAdditionalProperties()
                .get("status");
        return status == null ? Map.of() : (Map<String, Object>) status;
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> condition(String gang) {
        return status(gang).get("conditions") instanceof List<?> conditions && !conditions.isEmpty()
                ? (Map<String, Object>) conditions.getFirst()
                : Map.of();
    }

    private List<String> events(Pod pod, String reason) {
        return client
                .v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.uid", pod.getMetadata().getUid())
                .list()
                .getItems()
                .stream()
                .filter(event -> event.getReason().equals(reason))
                .map(event -> event.getMessage())
                .toList();
    }
}
