package dev.basalt.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.basalt.kube.node.FakeNode;
import dev.basalt.kube.node.FakeNodes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** What every test on the real API server relies on. */
final class ControlPlaneKubeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();

    @Test
    void isTheVersionThatIsPinned() {
        assertThat(plane.client().getKubernetesVersion().getGitVersion()).isEqualTo(plane.version());
    }

    @Test
    void forbidsEverythingToAUserWithoutRights() {
        try (var nobody = plane.clientWithToken(plane.token("nobody"))) {
            assertThat(codeOf(() -> nobody.pods().inNamespace("default").list()))
                    .isEqualTo(403);
        }
    }

    @Test
    void knowsNobodyByAWrongToken() {
        try (var stranger = plane.clientWithToken("wrong")) {
            assertThat(codeOf(() -> stranger.pods().inNamespace("default").list()))
                    .isEqualTo(401);
        }
    }

    @Test
    void knowsAServiceAccountByItsToken() {
        String namespace = plane.freshNamespace();

        try (var account = plane.clientWithToken(plane.serviceAccountToken(namespace, "scheduler"))) {
            var refused = refusal(() -> account.pods().inNamespace(namespace).list());

            assertThat(refused)
                    .hasMessageContaining("system:serviceaccount:" + namespace + ":scheduler")
                    .hasMessageContaining("cannot list resource \"pods\"");
        }
    }

    @Test
    void mergesTheAnnotationsOfABindingIntoThePod() {
        String namespace = plane.freshNamespace();
        Pod pod = create(Pods.asking(namespace, "bound", Map.of("cpu", "1")));

        try (var nodes = new FakeNodes(plane)) {
            nodes.create(FakeNode.withGpus("merges", 8));
            Pods.bind(plane.client(), pod, "merges", Map.of("basalt.dev/gpus", "0,1"));
        }

        Pod bound = plane.client().pods().resource(pod).get();
        assertThat(bound.getSpec().getNodeName()).isEqualTo("merges");
        assertThat(bound.getMetadata().getAnnotations()).isEqualTo(Map.of("basalt.dev/gpus", "0,1"));
    }

    @Test
    void writesDownABindAsRolesCallIt() {
        String namespace = plane.freshNamespace();
        Pods.bind(plane.client(), create(Pods.asking(namespace, "told", Map.of("cpu", "1"))), "one", Map.of());

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(plane.audited())
                        .contains(new AuditEntry("admin", "create", "", "pods/binding", namespace, "told", 201)));
    }

    @Test
    void refusesASecondBind() {
        String namespace = plane.freshNamespace();
        Pod pod = create(Pods.asking(namespace, "twice", Map.of("cpu", "1")));
        Pods.bind(plane.client(), pod, "one", Map.of());

        assertThat(codeOf(() -> Pods.bind(plane.client(), pod, "other", Map.of())))
                .isEqualTo(409);
        assertThat(plane.client().pods().resource(pod).get().getSpec().getNodeName())
                .isEqualTo("one");
    }

    @Test
    void refusesToBindAPodThatIsAnotherByNow() {
        String namespace = plane.freshNamespace();
        Pod first = create(Pods.asking(namespace, "again", Map.of("cpu", "1")));
        plane.client().pods().resource(first).withGracePeriod(0).delete();
        Pod second = create(Pods.asking(namespace, "again", Map.of("cpu", "1")));

        assertThat(codeOf(() -> Pods.bind(plane.client(), first, "one", Map.of())))
                .isEqualTo(409);
        assertThat(plane.client().pods().resource(second).get().getSpec().getNodeName())
                .isNull();
    }

    @Test
    void writesDownWhoAskedForWhat() {
        String namespace = plane.freshNamespace();
        try (var nobody = plane.clientWithToken(plane.token("nobody"))) {
            assertThat(codeOf(() -> nobody.secrets().inNamespace(namespace).list()))
                    .isEqualTo(403);
        }

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(plane.audited())
                        .contains(new AuditEntry("nobody", "list", "", "secrets", namespace, "", 403)));
    }

    private Pod create(Pod pod) {
        return plane.client().resource(pod).create();
    }

    private static int codeOf(Executable call) {
        return refusal(() -> {
                    call.execute();
                    return "";
                })
                .getCode();
    }

    private static KubernetesClientException refusal(ThrowingSupplier<?> call) {
        return catchThrowableOfType(KubernetesClientException.class, call::get);
    }
}
