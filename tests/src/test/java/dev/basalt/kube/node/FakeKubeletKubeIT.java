package dev.basalt.kube.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pods on fake machines live and end as on real ones, as far as the API server and its controllers can tell. */
final class FakeKubeletKubeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NODE = "kubelet-a";

    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();
    private final FakeNodes nodes = new FakeNodes(plane);
    private final FakeKubelet kubelet = new FakeKubelet(plane.client(), nodes);
    private final String namespace = plane.freshNamespace();

    @BeforeEach
    void startANode() {
        nodes.create(FakeNode.withGpus(NODE, 4));
    }

    @AfterEach
    void stop() {
        plane.client().pods().inNamespace(namespace).withGracePeriod(0).delete();
        kubelet.close();
        nodes.close();
    }

    @Test
    void runsAPodThatIsBoundToItsNode() {
        Pod pod = bound(asking("runs", 1, Map.of()));

        Pod running = awaitPhase(pod, "Running");

        assertThat(running.getStatus().getPodIP()).startsWith("10.");
        assertThat(running.getStatus().getStartTime()).isNotNull();
        assertThat(running.getStatus().getContainerStatuses()).hasSize(1).allMatch(container -> container.getReady());
        assertThat(conditionsThatHold(running)).contains("PodScheduled", "Initialized", "ContainersReady", "Ready");
    }

    @Test
    void endsAPodAfterItsRunTime() {
        Pod pod = bound(asking("fails", 1, Map.of(FakeKubelet.RUN_MILLIS, "50", FakeKubelet.EXIT_CODE, "3")));

        Pod ended = awaitPhase(pod, "Failed");

        assertThat(ended.getStatus().getContainerStatuses())
                .allSatisfy(container -> assertThat(
                                container.getState().getTerminated().getExitCode())
                        .isEqualTo(3));
        assertThat(conditionsThatHold(ended))
                .containsExactlyInAnyOrder("PodScheduled", "PodReadyToStartContainers", "Initialized");
    }

    @Test
    void takesAwayADeletedPodOnceItsContainersHaveStopped() {
        Pod pod = bound(asking("goes", 1, Map.of()));
        awaitPhase(pod, "Running");

        plane.client().pods().resource(pod).delete();

        awaitGone(pod);
    }

    @Test
    void keepsADeletedPodWhileItsContainersAreStopping() {
        Pod pod = bound(asking("lingers", 1, Map.of(FakeKubelet.STOP_MILLIS, "20000")));
        awaitPhase(pod, "Running");

        plane.client().pods().resource(pod).delete();

        Pod stopping = plane.client().pods().resource(pod).get();
        assertThat(stopping.getMetadata().getDeletionTimestamp()).isNotNull();
        assertThat(stopping.getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void refusesAPodThatDoesNotFitAndSaysSo() {
        awaitPhase(bound(asking("large", 3, Map.of())), "Running");

        Pod refused = awaitPhase(bound(asking("too-much", 2, Map.of())), "Failed");

        assertThat(refused.getStatus().getReason()).isEqualTo("OutOf" + FakeNode.GPU);
        assertThat(kubelet.rejected()).isEqualTo(List.of(namespace + "/too-much " + NODE + " " + FakeNode.GPU));
    }

    @Test
    void givesTheRoomOfAnEndedPodToTheNext() {
        awaitPhase(bound(asking("before", 4, Map.of(FakeKubelet.RUN_MILLIS, "1"))), "Succeeded");

        awaitPhase(bound(asking("after", 4, Map.of())), "Running");

        assertThat(kubelet.rejected()).isEmpty();
    }

    @Test
    void letsAJobOfTheRealControllerComplete() {
        var template = asking("unused", 1, Map.of(FakeKubelet.RUN_MILLIS, "10"));
        var job = plane.client()
                .resource(new JobBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("two")
                        .endMetadata()
                        .withNewSpec()
                        .withParallelism(2)
                        .withCompletions(2)
                        .withNewTemplate()
                        .withNewMetadata()
                        .withAnnotations(template.getMetadata().getAnnotations())
                        .endMetadata()
                        .withNewSpecLike(template.getSpec())
                        .withRestartPolicy("Never")
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        await().atMost(PATIENCE).until(() -> podsOfJob().size() == 2);

        podsOfJob().forEach(this::bind);

        plane.client()
                .resource(job)
                .waitUntilCondition(
                        now -> now != null
                                && now.getStatus() != null
                                && Integer.valueOf(2).equals(now.getStatus().getSucceeded()),
                        PATIENCE.toSeconds(),
                        TimeUnit.SECONDS);
    }

    @Test
    void keepsNodesReadyAndLetsATestHarmThem() {
        nodes.cordon(NODE);
        nodes.taint(NODE, "broken", "yes", "NoExecute");

        var spec = nodes.object(NODE).getSpec();
        assertThat(spec.getUnschedulable()).isTrue();
        assertThat(spec.getTaints()).contains(new Taint("NoExecute", "broken", null, "yes"));

        nodes.setReady(NODE, false);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(nodes.object(NODE).getSpec().getTaints())
                        .extracting(Taint::getKey)
                        .contains("node.kubernetes.io/not-ready"));
    }

    private Pod asking(String name, int gpuCount, Map<String, String> annotations) {
        return new PodBuilder(Pods.asking(namespace, name, Map.of(FakeNode.GPU, Integer.toString(gpuCount))))
                .editMetadata()
                .addToAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private Pod bound(Pod wanted) {
        Pod pod = plane.client().resource(wanted).create();
        bind(pod);
        return pod;
    }

    private void bind(Pod pod) {
        Pods.bind(plane.client(), pod, NODE, Map.of());
    }

    private List<Pod> podsOfJob() {
        return plane.client()
                .pods()
                .inNamespace(namespace)
                .withLabel("job-name", "two")
                .list()
                .getItems();
    }

    private Pod awaitPhase(Pod pod, String phase) {
        return plane.client()
                .pods()
                .resource(pod)
                .waitUntilCondition(
                        now -> now != null && phase.equals(now.getStatus().getPhase()),
                        PATIENCE.toSeconds(),
                        TimeUnit.SECONDS);
    }

    private void awaitGone(Pod pod) {
        await().atMost(PATIENCE).until(() -> plane.client().pods().resource(pod).get() == null);
    }

    private static List<String> conditionsThatHold(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getStatus().equals("True"))
                .map(condition -> condition.getType())
                .toList();
    }
}
