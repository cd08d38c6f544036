package dev.basalt.tests.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.basalt.chart.ChartManifests;
import dev.basalt.kube.ControlPlane;
import dev.basalt.kube.ControlPlaneExtension;
import dev.basalt.kube.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class AdmissionPolicyKubeIT {
    @RegisterExtension
    static final ControlPlaneExtension KUBE = ControlPlaneExtension.shared();

    private final ControlPlane plane = KUBE.plane();
    private final KubernetesClient client = plane.client();
    private final String namespace = plane.freshNamespace();

    @TempDir
    Path scratch;

    @Test
    void refusesWhatAnEarlierLeaderSendsAndNothingElse() throws Exception {
        ChartManifests.apply(
                client,
                scratch.resolve("chart"),
                namespace,
                List.of(
                        "ServiceAccount",
                        "ClusterRole",
                        "ClusterRoleBinding",
                        "ValidatingAdmissionPolicy",
                        "ValidatingAdmissionPolicyBinding"));
        lease(3);
        var token = plane.serviceAccountToken(namespace, ChartManifests.SCHEDULER);
        try (var scheduler = plane.clientWithToken(token)) {
            Pod old = create("of-an-older-epoch");
            await().untilAsserted(() -> assertThat(refusal(scheduler, create("probe-" + System.nanoTime()), "2"))
                    .isEqualTo(403));

            assertThat(refusal(scheduler, old, "2")).isEqualTo(403);
            assertThat(refusal(scheduler, old, "nonsense")).isEqualTo(403);
            assertThat(now(old).getSpec().getNodeName()).isNull();
            Pods.bind(scheduler, old, "policy-node", Map.of("basalt.dev/epoch", "3"));
            Pods.bind(scheduler, create("of-a-newer-epoch"), "policy-node", Map.of("basalt.dev/epoch", "4"));
            Pods.bind(client, create("of-somebody-else"), "policy-node", Map.of());

            assertThat(now(old).getSpec().getNodeName()).isEqualTo("policy-node");
        }
    }

    private int refusal(KubernetesClient scheduler, Pod pod, String epoch) {
        var refused = catchThrowableOfType(
                KubernetesClientException.class,
                () -> Pods.bind(scheduler, pod, "policy-node", Map.of("basalt.dev/epoch", epoch)));
        return refused == null ? 0 : refused.getCode();
    }

    private void lease(int epoch) {
        client.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(ChartManifests.SCHEDULER)
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity("somebody")
                        .withLeaseTransitions(epoch)
                        .endSpec()
                        .build())
                .create();
    }

    private Pod create(String name) {
        return client.resource(Pods.asking(namespace, name, Map.of())).create();
    }

    private Pod now(Pod pod) {
        return client.resource(pod).get();
    }
}
