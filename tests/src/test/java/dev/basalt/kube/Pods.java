package dev.basalt.kube;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.TreeMap;

/** Small pods, and binding them by hand as a scheduler does. */
public final class Pods {
    /** Nobody schedules for it: such a pod waits until a test binds it. */
    public static final String NO_SCHEDULER = "none";

    private Pods() {}

    /** One container that asks for so much, such as {@code nvidia.com/gpu} to {@code 1}; for no scheduler. */
    public static Pod asking(String namespace, String name, Map<String, String> limits) {
        Map<String, Quantity> quantities = new TreeMap<>();
        limits.forEach((resource, quantity) -> quantities.put(resource, new Quantity(quantity)));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName(NO_SCHEDULER)
                .addNewContainer()
                .withName("main")
                .withImage("localhost/none:1")
                .withNewResources()
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /**
     * Binds as a scheduler does, to that very pod.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException with the code of the answer
     */
    public static void bind(KubernetesClient client, Pod pod, String node, Map<String, String> annotations) {
        String namespace = pod.getMetadata().getNamespace();
        String name = pod.getMetadata().getName();
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withUid(pod.getMetadata().getUid())
                .withAnnotations(annotations)
                .endMetadata()
                .withNewTarget()
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build();
        var _ = client.raw("/api/v1/namespaces/" + namespace + "/pods/" + name + "/binding", "POST", binding);
    }
}
