package dev.basalt.kube.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each fault, as the client that the scheduler uses meets it. */
final class FaultProxyKubeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();
    private final FaultProxy proxy = FaultProxy.before(plane);
    private final KubernetesClient client = impatient(proxy);
    private final String namespace = plane.freshNamespace();

    @AfterEach
    void close() {
        client.close();
        proxy.close();
    }

    @Test
    void passesEverythingOnUnderTheClientsOwnName() {
        try (var nobody = ControlPlane.clientWith(proxy.kubeconfig("nobody"))) {
            assertThat(client.namespaces().withName(namespace).get()).isNotNull();
            assertThat(refusal(() -> nobody.pods().inNamespace(namespace).list()))
                    .hasMessageContaining("User \"nobody\" cannot list resource \"pods\"");
        }
    }

    @Test
    void answersInPlaceOfTheApiServerSoManyTimes() {
        Pod pod = create("twice-refused");
        Rule rule = proxy.inject(RequestPattern.bind("twice-refused"), Fault.conflict(), 2);

        assertThat(refusal(() -> bind(pod)).getCode()).isEqualTo(409);
        assertThat(refusal(() -> bind(pod)).getCode()).isEqualTo(409);
        assertThat(now(pod).getSpec().getNodeName()).isNull();
        bind(pod);

        assertThat(now(pod).getSpec().getNodeName()).isEqualTo("somewhere");
        assertThat(rule.metCount()).isEqualTo(2);
    }

    @Test
    void saysWhenToComeBackWithTooManyRequests() {
        proxy.inject(RequestPattern.list("pods"), Fault.tooManyRequests(7), 1);

        var refused = refusal(() -> client.pods().inNamespace(namespace).list());

        assertThat(refused.getCode()).isEqualTo(429);
        assertThat(refused.getStatus().getReason()).isEqualTo("TooManyRequests");
    }

    @Test
    void holdsABindUntilTheTestLetsItGo() {
        Pod pod = create("slow");
        Rule slow = proxy.inject(RequestPattern.bind("slow"), new Fault.Hold(), 1);

        CompletableFuture<Void> binding = CompletableFuture.runAsync(() -> bind(pod));
        await().atMost(PATIENCE).until(() -> slow.metCount() == 1);
        assertThat(binding).isNotDone();
        assertThat(now(pod).getSpec().getNodeName()).isNull();
        slow.release();

        binding.join();
        assertThat(now(pod).getSpec().getNodeName()).isEqualTo("somewhere");
    }

    @Test
    void passesADelayedRequestOn() {
        Pod pod = create("delayed");
        proxy.inject(RequestPattern.bind("delayed"), new Fault.Delay(50), 1);

        bind(pod);

        assertThat(now(pod).getSpec().getNodeName()).isEqualTo("somewhere");
    }

    @Test
    void losesARequestBeforeTheApiServerSawIt() {
        Pod pod = create("lost");
        proxy.inject(RequestPattern.bind("lost"), new Fault.LoseRequest(), 1);

        assertThat(refusal(() -> bind(pod))).hasCauseInstanceOf(IOException.class);

        assertThat(now(pod).getSpec().getNodeName()).isNull();
    }

    @Test
    void losesTheAnswerOfABindThatTookEffect() {
        Pod pod = create("done-unheard");
        proxy.inject(RequestPattern.bind("done-unheard"), new Fault.LoseAnswer(), 1);

        assertThat(refusal(() -> bind(pod))).hasCauseInstanceOf(IOException.class);

        assertThat(now(pod).getSpec().getNodeName()).isEqualTo("somewhere");
    }

    @Test
    void losesOneEventOfAWatchAndNoOther() {
        try (SharedIndexInformer<Pod> seen = inform()) {
            Swallow swallow = proxy.swallow(
                    RequestPattern.watch("pods"), event -> event.isOf(namespace, "unseen"), Integer.MAX_VALUE);

            create("unseen");
            create("seen");

            await().atMost(PATIENCE).until(() -> names(seen).contains("seen"));
            assertThat(names(seen)).isEqualTo(List.of("seen"));
            assertThat(swallow.lostCount()).isEqualTo(1);
        }
    }

    @Test
    void breaksRunningWatchesAndClientsWatchAgain() {
        try (SharedIndexInformer<Pod> seen = inform()) {
            Rule watches = proxy.inject(RequestPattern.watch("pods"), new Fault.Pass());

            assertThat(proxy.dropWatches(RequestPattern.watch("pods"))).isEqualTo(1);
            create("after");

            await().atMost(PATIENCE).until(() -> names(seen).contains("after") && watches.metCount() > 0);
        }
    }

    @Test
    void expiresRunningWatchesAndClientsListAnew() {
        try (SharedIndexInformer<Pod> seen = inform()) {
            Rule lists = proxy.inject(RequestPattern.list("pods"), new Fault.Pass());

            assertThat(proxy.expireWatches(RequestPattern.watch("pods"))).isEqualTo(1);
            create("after");

            await().atMost(PATIENCE).until(() -> names(seen).contains("after"));
            assertThat(lists.metCount()).isPositive();
        }
    }

    @Test
    void isNotThereDuringAnOutageAndOthersDoNotNotice() {
        try (FaultProxy other = FaultProxy.before(plane);
                KubernetesClient lucky = impatient(other)) {
            proxy.refuse();

            assertThat(refusal(() -> client.namespaces().withName(namespace).get()))
                    .hasCauseInstanceOf(IOException.class);
            assertThat(lucky.namespaces().withName(namespace).get()).isNotNull();
            proxy.accept();

            assertThat(client.namespaces().withName(namespace).get()).isNotNull();
        }
    }

    @Test
    void deliversLateWhatWasSentIntoSilence() {
        Pod pod = create("late");
        assertThat(now(client, pod)).isNotNull();
        proxy.silence();

        CompletableFuture<Void> binding = CompletableFuture.runAsync(() -> bind(pod));
        assertThat(now(pod).getSpec().getNodeName()).isNull();
        assertThat(binding).isNotDone();
        proxy.speak();

        binding.join();
        assertThat(now(pod).getSpec().getNodeName()).isEqualTo("somewhere");
    }

    @Test
    void losesAndForgesEventsOfWatchesWithoutWebSocketToo() throws IOException {
        proxy.swallow(RequestPattern.watch("pods"), event -> event.isOf(namespace, "unseen"), 1);
        var request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(proxy.server() + "/api/v1/namespaces/" + namespace + "/pods?watch=true")
                .build();

        try (var events = new BufferedReader(
                client.getHttpClient().sendAsync(request, Reader.class).join().body())) {
            create("unseen");
            create("seen");
            String first = events.readLine();
            proxy.expireWatches(RequestPattern.watch("pods"));

            assertThat(first).contains("\"type\":\"ADDED\"", "\"name\":\"seen\"");
            assertThat(events.lines().filter(line -> line.contains("\"type\":\"ERROR\"")))
                    .hasSize(1);
        }
    }

    /** Returns when its watch runs. */
    private SharedIndexInformer<Pod> inform() {
        SharedIndexInformer<Pod> informer =
                client.pods().inNamespace(namespace).runnableInformer(0).run();
        await().atMost(PATIENCE).until(() -> proxy.watchCount(RequestPattern.watch("pods")) == 1);
        return informer;
    }

    private static List<String> names(SharedIndexInformer<Pod> informer) {
        return informer.getStore().list().stream()
                .map(pod -> pod.getMetadata().getName())
                .sorted()
                .toList();
    }

    /** By the straight road. */
    private Pod create(String name) {
        return plane.client()
                .resource(Pods.asking(namespace, name, Map.of("cpu", "1")))
                .create();
    }

    private Pod now(Pod pod) {
        return now(plane.client(), pod);
    }

    private static Pod now(KubernetesClient by, Pod pod) {
        return by.pods().resource(pod).get();
    }

    /** By way of the proxy. */
    private void bind(Pod pod) {
        Pods.bind(client, pod, "somewhere", Map.of());
    }

    /** A client that tells of the first failure instead of trying again. */
    private static KubernetesClient impatient(FaultProxy by) {
        var config = new ConfigBuilder(io.fabric8.kubernetes.client.Config.fromKubeconfig(
                        by.kubeconfig().toFile()))
                .withRequestRetryBackoffLimit(0)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static KubernetesClientException refusal(Runnable call) {
        return catchThrowableOfType(KubernetesClientException.class, call::run);
    }
}
