package dev.basalt.tests.kubernetes;

import dev.basalt.kube.Pods;
import dev.basalt.kube.Together;
import dev.basalt.kube.node.FakeNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** PodGroups with pods of one GPU each, in one namespace, as users make and see them. */
record Gangs(KubernetesClient client, String namespace) {
    private static final ResourceDefinitionContext POD_GROUPS = new ResourceDefinitionContext.Builder()
            .withGroup("scheduling.volcano.sh")
            .withVersion("v1beta1")
            .withKind("PodGroup")
            .withPlural("podgroups")
            .withNamespaced(true)
            .build();

    /** A PodGroup that needs all of its pods, and these. */
    void create(String name, int size) {
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

    void delete(String name) {
        client.genericKubernetesResources(POD_GROUPS)
                .inNamespace(namespace)
                .withName(name)
                .delete();
        Together.each(pods(name), pod -> client.resource(pod).withGracePeriod(0).delete());
    }

    List<Pod> pods(String name) {
        return client.pods()
                .inNamespace(namespace)
                .withLabel("gang", name)
                .list()
                .getItems();
    }

    List<Pod> bound(String name) {
        return pods(name).stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .toList();
    }

    /** What the binds said of devices, without repetitions. */
    Set<String> gpus(String name) {
        TreeSet<String> gpus = new TreeSet<>();
        bound(name).forEach(pod -> gpus.add(pod.getMetadata().getAnnotations().get("basalt.dev/gpus")));
        return gpus;
    }

    /** Status of the PodGroup; empty before the first. */
    @SuppressWarnings("unchecked")
    Map<String, Object> status(String name) {
        Object status = client.genericKubernetesResources(POD_GROUPS)
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getAdditionalProperties()
                .get("status");
        return status == null ? Map.of() : (Map<String, Object>) status;
    }

    /** First condition of the PodGroup; empty when it has none. */
    @SuppressWarnings("unchecked")
    Map<String, Object> condition(String name) {
        return status(name).get("conditions") instanceof List<?> conditions && !conditions.isEmpty()
                ? (Map<String, Object>) conditions.getFirst()
                : Map.of();
    }

    /** Messages of a pod's Events with that reason. */
    List<String> events(Pod pod, String reason) {
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
