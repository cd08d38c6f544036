package dev.basalt.kube.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a machine offers.
 *
 * @param name of the Node object
 * @param allocatable resource to quantity as Kubernetes writes it, such as {@code memory} to {@code 512Gi}; the
 *     capacity is the same
 * @param labels beside those that every kubelet sets
 * @param taints beside those that Kubernetes itself sets
 */
public record FakeNode(String name, Map<String, String> allocatable, Map<String, String> labels, List<Taint> taints) {
    public static final String GPU = "nvidia.com/gpu";

    public FakeNode {
        allocatable = Collections.unmodifiableMap(new TreeMap<>(allocatable));
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        taints = List.copyOf(taints);
    }

    /** A machine of 64 cores, 512 GiB and 110 pods. */
    public static FakeNode withGpus(String name, int gpuCount) {
        return new FakeNode(
                name,
                Map.of("cpu", "64", "memory", "512Gi", "pods", "110", GPU, Integer.toString(gpuCount)),
                Map.of(),
                List.of());
    }

    public FakeNode withAllocatable(String resource, String quantity) {
        Map<String, String> more = new TreeMap<>(allocatable);
        more.put(resource, quantity);
        return new FakeNode(name, more, labels, taints);
    }

    public FakeNode withLabel(String key, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(key, value);
        return new FakeNode(name, allocatable, more, taints);
    }

    public FakeNode withTaint(String key, String value, String effect) {
        return new FakeNode(name, allocatable, labels, List.of(new Taint(effect, key, null, value)));
    }

    /** The object as a kubelet registers it, Ready from the start. */
    Node object() {
        Map<String, Quantity> quantities = new TreeMap<>();
        allocatable.forEach((resource, quantity) -> quantities.put(resource, new Quantity(quantity)));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("kubernetes.io/os", "linux")
                .addToLabels("kubernetes.io/arch", "amd64")
                .addToLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withTaints(taints)
                .endSpec()
                .withNewStatus()
                .withCapacity(quantities)
                .withAllocatable(quantities)
                .withConditions(ready(true))
                .endStatus()
                .build();
    }

    static NodeCondition ready(boolean ready) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new NodeConditionBuilder()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .withReason(ready ? "KubeletReady" : "KubeletNotReady")
                .withMessage(ready ? "a fake machine" : "a fake machine that is broken")
                .withLastHeartbeatTime(now)
                .withLastTransitionTime(now)
                .build();
    }
}
