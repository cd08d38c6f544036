package dev.basalt.kube.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.util.Map;

/** Small objects of the whole cluster. */
final class Parts {
    private Parts() {}

    static GenericKubernetesResource queue(String name) {
        return scheduling("Queue", name, Map.of("weight", 2)).build();
    }

    static GenericKubernetesResourceBuilder scheduling(String kind, String name, Map<String, Object> spec) {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("scheduling.volcano.sh/v1beta1")
                .withKind(kind)
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToAdditionalProperties("spec", spec);
    }

    static io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass priority(String name, int value) {
        return new PriorityClassBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withValue(value)
                .build();
    }

    static PersistentVolume volume(String name) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withCapacity(Map.of("storage", new Quantity("1Gi")))
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName("")
                .withNewHostPath("/data", "")
                .withNewNodeAffinity()
                .withNewRequired()
                .addNewNodeSelectorTerm()
                .addToMatchExpressions(new NodeSelectorRequirementBuilder()
                        .withKey("zone")
                        .withOperator("In")
                        .withValues("a")
                        .build())
                .endNodeSelectorTerm()
                .endRequired()
                .endNodeAffinity()
                .endSpec()
                .build();
    }
}
