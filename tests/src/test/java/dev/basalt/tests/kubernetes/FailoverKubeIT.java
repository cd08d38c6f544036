package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.chart.ChartManifests;
import dev.basalt.config.Endpoint;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.ControlPlaneOptions;
import dev.basalt.kube.fault.Fault;
import dev.basalt.kube.fault.FaultProxy;
import dev.basalt.kube.fault.RequestPattern;
import dev.basalt.kube.fault.Rule;
import dev.basalt.kube.node.FakeKubelet;
import dev.basalt.kube.node.FakeNode;
import dev.basalt.kube.node.FakeNodes;
import dev.basalt.tests.kill.Victim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FailoverKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE =
            ControlPlaneExtension.own(ControlPlaneOptions.plain().withoutNodeLifecycle());

    private static final int SIZE = 20;

    private final ControlPlane plane = KUBE.plane();
    private final KubernetesClient client = plane.client();
    private final String namespace = plane.freshNamespace();
    private final Gangs gangs = new Gangs(client, namespace);
    private final FaultProxy road = FaultProxy.before(plane);
    private FakeNodes nodes;
    private FakeKubelet kubelet;
    private Victim leader;
    private Victim standby;

    @TempDir
    Path scratch;

    /** What happens to the leader while its binds are under way. */
    enum Fate {
        KILLED,
        /** For longer than its lease; then it goes on. */
        STOPPED,
        CUT_OFF
    }

    @BeforeEach
    void start() throws Exception {
        ChartManifests.apply(client, scratch.resolve("chart"), namespace, List.of("CustomResourceDefinition"));
        nodes = new FakeNodes(plane);
        kubelet = new FakeKubelet(client, nodes);
        leader = replica("leader", road.kubeconfig());
        await().atMost(Duration.ofMinutes(1)).until(() -> holder().startsWith("leader"));
        standby = replica("standby", plane.kubeconfig());
    }

    @AfterEach
    void stop() {
        leader.close();
        standby.close();
        kubelet.close();
        nodes.close();
        road.close();
    }

    @ParameterizedTest
    @EnumSource(Fate.class)
    void theStandbyCompletesWhatTheLeaderBeganAndNothingOfTheLeaderTakesEffectLater(Fate fate) throws Exception {
        List<String> names = IntStream.range(0, SIZE)
                .mapToObj(
                        index -> fate.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-') + "-" + index)
                .toList();
        nodes.create(names.stream().map(name -> FakeNode.withGpus(name, 1)).toList());
        try (var agents = new AgentSwarm(scratch.resolve("agents"), address("standby"), scratch.resolve("token"))) {
            agents.start(names, 1);
            Rule held = road.inject(RequestPattern.bind("train-1[0-9]"), new Fault.Hold(), 10);
            gangs.create("train", SIZE);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> gangs.bound("train").size() == 10 && held.metCount() == 10);

            strike(fate);
            await().atMost(Duration.ofMinutes(1)).until(() -> holder().startsWith("standby"));
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> gangs.bound("train").size() == SIZE);
            Map<String, String> settled = whereAndBy();
            heal(fate, held);

            assertThat(settled.values().stream().filter(value -> value.endsWith(" epoch 2")))
                    .hasSize(10);
            if (fate != Fate.KILLED) {
                await().atMost(Duration.ofMinutes(1)).until(() -> log("leader").contains("stands by epoch=1"));
            }
            assertThat(whereAndBy()).isEqualTo(settled);
            assertThat(gangs.gpus("train")).hasSize(SIZE);
            assertThat(kubelet.rejected()).isEmpty();
            assertThat(holder()).startsWith("standby");
        }
    }

    private void strike(Fate fate) throws Exception {
        switch (fate) {
            case KILLED -> leader.kill();
            case STOPPED -> signal("-STOP");
            case CUT_OFF -> road.silence();
        }
    }

    /** What was held up arrives now, late; the leader goes on, if it can. */
    private void heal(Fate fate, Rule held) throws Exception {
        held.release();
        switch (fate) {
            case KILLED -> {}
            case STOPPED -> signal("-CONT");
            case CUT_OFF -> road.speak();
        }
    }

    private void signal(String name) throws Exception {
        int code = new ProcessBuilder("kill", name, Long.toString(leader.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isZero();
    }

    private Victim replica(String name, Path kubeconfig) throws Exception {
        Victim replica = new Victim("dev.basalt.server.SchedulerMain", scratch.resolve(name + ".log"));
        replica.start(List.of(
                "--mode=kubernetes",
                "--kubernetes.kubeconfig=" + kubeconfig,
                "--kubernetes.namespace=" + namespace,
                "--kubernetes.identity=" + name,
                "--kubernetes.lease-duration-millis=8000",
                "--kubernetes.renew-deadline-millis=6000",
                "--kubernetes.retry-period-millis=1000",
                "--state-dir=" + scratch.resolve(name),
                "--runtime-dir=" + scratch.resolve(name + "-run"),
                "--token-file=" + scratch.resolve("token"),
                "--listen.grpc-port=0",
                "--listen.http-port=0"));
        await().atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(scratch.resolve(name).resolve(Endpoint.FILE_NAME)));
        return replica;
    }

    private String address(String name) throws IOException {
        Endpoint endpoint = Endpoint.read(scratch.resolve(name).resolve(Endpoint.FILE_NAME));
        return endpoint.host() + ":" + endpoint.grpcPort();
    }

    private String holder() {
        var lease = client.leases()
                .inNamespace(namespace)
                .withName("basalt-scheduler")
                .get();
        return lease == null || lease.getSpec().getHolderIdentity() == null
                ? ""
                : lease.getSpec().getHolderIdentity();
    }

    private Map<String, String> whereAndBy() {
        TreeMap<String, String> where = new TreeMap<>();
        for (Pod pod : gangs.bound("train")) {
            where.put(
                    pod.getMetadata().getName(),
                    pod.getSpec().getNodeName() + " epoch "
                            + pod.getMetadata().getAnnotations().get("basalt.dev/epoch"));
        }
        return where;
    }

    private String log(String name) throws IOException {
        return Files.readString(scratch.resolve(name + ".log"));
    }
}
