package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.chart.ChartManifests;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.ControlPlaneOptions;
import dev.basalt.kube.node.FakeKubelet;
import dev.basalt.kube.node.FakeNode;
import dev.basalt.kube.node.FakeNodes;
import dev.basalt.server.KubernetesServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class GangKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE =
            ControlPlaneExtension.own(ControlPlaneOptions.plain().withoutNodeLifecycle());

    @TempDir
    Path scratch;

    private final ControlPlane plane = KUBE.plane();
    private final KubernetesClient client = plane.client();
    private final String namespace = plane.freshNamespace();
    private final Gangs gangs = new Gangs(client, namespace);
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
        gangs.create("first", size);
        gangs.create("second", size);

        await().atMost(Duration.ofMinutes(2))
                .until(() -> gangs.bound("first").size() + gangs.bound("second").size() >= size);
        String winner = gangs.bound("first").size() > 0 ? "first" : "second";
        String loser = winner.equals("first") ? "second" : "first";

        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(gangs.status(winner)).containsEntry("phase", "Running").containsEntry("running", size);
            assertThat(gangs.status(loser)).containsEntry("phase", "Inqueue");
            assertThat(gangs.condition(loser))
                    .containsEntry("type", "Unschedulable")
                    .containsEntry("status", "True");
        });
        assertThat(gangs.bound(winner).size()).isEqualTo(size);
        assertThat(gangs.bound(loser).size()).isZero();
        assertThat(gangs.gpus(winner)).hasSize(size);
        Pod waiting = gangs.pods(loser).getFirst();
        await().untilAsserted(() -> {
            assertThat(gangs.events(waiting, "FailedScheduling")).isNotEmpty();
            assertThat(client.resource(waiting).get().getStatus().getConditions())
                    .anyMatch(condition -> condition.getType().equals("PodScheduled")
                            && condition.getReason().equals("Unschedulable"));
        });
        await().untilAsserted(() -> assertThat(gangs.events(waiting, "FailedScheduling"))
                .isNotEmpty()
                .first(InstanceOfAssertFactories.STRING)
                .contains("needs 100 slots"));
        await().untilAsserted(() -> assertThat(gangs.events(gangs.pods(winner).getFirst(), "Scheduled"))
                .isNotEmpty()
                .first(InstanceOfAssertFactories.STRING)
                .contains("with 1 GPU: GPU-slot-"));

        gangs.delete(winner);

        await().atMost(Duration.ofMinutes(2)).until(() -> gangs.bound(loser).size() == size);
        assertThat(kubelet.rejected()).isEmpty();
    }
}
