package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.Pods;
import dev.basalt.kube.fault.Fault;
import dev.basalt.kube.fault.FaultProxy;
import dev.basalt.kube.fault.RequestPattern;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ApiWriterKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();
    private final KubernetesClient client = plane.client();
    private final String namespace = plane.freshNamespace();
    private final FaultProxy proxy = FaultProxy.before(plane);
    private LeadingWriter hands;

    @BeforeEach
    void lead() throws Exception {
        hands = new LeadingWriter(proxy.kubeconfig(), namespace, 3_000);
    }

    @AfterEach
    void close() {
        hands.close();
        proxy.close();
    }

    @Test
    void bindsWithAnnotationsInOneWriteAndTellsUsers() throws Exception {
        Pod pod = create("train-0");
        Effect.Bind bind = hands.bind(pod, "writer-node", 7);

        hands.writer.runOnPod(bind);

        assertThat(hands.results())
                .containsExactly(new Event.BindDone(1, pod.getMetadata().getUid(), "writer-node", 7));
        Pod bound = now(pod);
        assertThat(bound.getSpec().getNodeName()).isEqualTo("writer-node");
        assertThat(bound.getMetadata().getAnnotations())
                .containsEntry("basalt.dev/epoch", "1")
                .containsEntry("basalt.dev/generation", "7")
                .containsEntry("basalt.dev/task", "worker/0");
        assertThat(bound.getStatus().getConditions())
                .anyMatch(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("True"));
        awaitEvent(pod, "Scheduled", "Successfully assigned " + namespace + "/train-0 to writer-node");
    }

    @Test
    void aPodThatWasMadeAnewUnderItsNameIsNotBound() throws Exception {
        Pod first = create("train-0");
        client.resource(first).withGracePeriod(0).delete();
        Pod second = create("train-0");

        hands.writer.runOnPod(hands.bind(first, "writer-node", 7));

        assertThat(hands.results())
                .containsExactly(new Event.BindFailed(
                        1, first.getMetadata().getUid(), "writer-node", 7, "another pod has its name now", false));
        assertThat(now(second).getSpec().getNodeName()).isNull();
    }

    @Test
    void aBindWhoseAnswerWasLostIsInDoubtAndThenFound() throws Exception {
        Pod pod = create("train-0");
        proxy.inject(RequestPattern.bind("train-0"), new Fault.LoseAnswer(), 1);

        hands.writer.runOnPod(hands.bind(pod, "writer-node", 7));
        List<Event> doubt = hands.results();
        hands.writer.runOnPod(hands.bind(pod, "writer-node", 7));
        List<Event> found = hands.results();
        hands.writer.runOnPod(hands.bind(pod, "another-node", 8));
        List<Event> elsewhere = hands.results();

        assertThat(doubt)
                .singleElement()
                .isInstanceOfSatisfying(
                        Event.BindFailed.class,
                        failed -> assertThat(failed.retryable()).isTrue());
        assertThat(found)
                .containsExactly(new Event.BindDone(1, pod.getMetadata().getUid(), "writer-node", 7));
        assertThat(elsewhere)
                .containsExactly(new Event.BindFailed(
                        1,
                        pod.getMetadata().getUid(),
                        "another-node",
                        8,
                        "it is bound to node writer-node already",
                        false));
    }

    @Test
    void aDisruptionBudgetHoldsAnEvictionUpAndIsTold() throws Exception {
        Pod pod = create("train-0");
        hands.writer.runOnPod(hands.bind(pod, "writer-node", 7));
        hands.results();
        setReady(pod);
        var budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("keep")
                .endMetadata()
                .withNewSpec()
                .withNewMinAvailable(1)
                .withNewSelector()
                .addToMatchLabels("app", "train")
                .endSelector()
                .endSpec()
                .build();
        client.resource(budget).create();
        await().until(() -> {
            var seen = client.resource(budget).get().getStatus();
            return seen != null && seen.getObservedGeneration() != null && seen.getExpectedPods() == 1;
        });
        var evict = new Effect.Evict(
                1, pod.getMetadata().getUid(), "writer-node", 0, Effect.Evict.Cause.NODE_DRAINED, "node is drained");

        hands.writer.runOnPod(evict);
        List<Event> held = hands.results();
        client.resource(budget).delete();
        hands.writer.runOnPod(evict);
        List<Event> done = hands.results();

        assertThat(held)
                .singleElement()
                .isInstanceOfSatisfying(
                        Event.EvictFailed.class,
                        failed -> assertThat(failed.message()).contains("disruption budget"));
        assertThat(done)
                .containsExactly(new Event.EvictDone(1, pod.getMetadata().getUid()));
        awaitEvent(pod, "Evicted", "node is drained");
    }

    @Test
    void nothingLeavesOnceTheLeaseIsLost() throws Exception {
        Pod pod = create("train-0");
        proxy.silence();
        await().atMost(Duration.ofSeconds(30)).until(() -> hands.fence.epoch() == 0);
        proxy.speak();

        hands.writer.runOnPod(new Effect.Bind(
                1,
                "gang",
                new dev.basalt.core.model.TaskId("gang", "worker", 0),
                pod.getMetadata().getUid(),
                "writer-node",
                7,
                List.of(),
                0,
                1,
                List.of(),
                0,
                30_000));
        assertThat(hands.writer.drain(10_000)).isTrue();

        assertThat(now(pod).getSpec().getNodeName()).isNull();
        assertThat(hands.inbox.size()).isZero();
    }

    private Pod create(String name) {
        Pod pod = Pods.asking(namespace, name, Map.of());
        pod.getMetadata().setLabels(Map.of("app", "train"));
        Pod made = client.resource(pod).create();
        hands.knows(made);
        return made;
    }

    private void setReady(Pod pod) {
        client.resource(now(pod)).editStatus(running -> {
            running.getStatus().setPhase("Running");
            running.getStatus()
                    .getConditions()
                    .add(new io.fabric8.kubernetes.api.model.PodConditionBuilder()
                            .withType("Ready")
                            .withStatus("True")
                            .build());
            return running;
        });
    }

    private Pod now(Pod pod) {
        return client.resource(pod).get();
    }

    private void awaitEvent(Pod pod, String reason, String note) {
        await().untilAsserted(() -> assertThat(client.v1()
                        .events()
                        .inNamespace(namespace)
                        .withField("involvedObject.uid", pod.getMetadata().getUid())
                        .list()
                        .getItems())
                .anyMatch(event ->
                        event.getReason().equals(reason) && event.getMessage().startsWith(note)));
    }
}
