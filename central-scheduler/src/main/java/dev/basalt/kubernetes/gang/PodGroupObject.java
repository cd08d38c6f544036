package dev.basalt.kubernetes.gang;

import dev.basalt.manifest.Common;
import dev.basalt.manifest.PodGroups;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LivePod.Owner;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;
import java.util.TreeMap;

/** The PodGroup that nobody wrote, as Volcano's controller would make it. */
final class PodGroupObject {
    /** Annotations under it are the pod's or its owner's wishes for the group. */
    private static final String INHERITED = "volcano.sh/";

    private static final String QUEUE_NAME = "scheduling.volcano.sh/queue-name";

    private PodGroupObject() {}

    /**
     * The object. What a pod's annotations say wins over what its owner's say.
     *
     * @param pod any pod of the group
     * @param notes annotations of its owner; empty when it has none
     */
    static GenericKubernetesResource of(String namespace, String name, LivePod pod, Map<String, String> notes) {
        TreeMap<String, String> annotations = new TreeMap<>(notes);
        annotations.putAll(pod.annotations());
        LivePod.Ask ask = pod.ask();
        TreeMap<String, Object> spec = new TreeMap<>();
        spec.put("minMember", ask != null && ask.minimum() > 0 ? ask.minimum() : minimum(notes));
        String queue = ask == null || ask.queueName().isEmpty() ? notes.getOrDefault(QUEUE_NAME, "") : ask.queueName();
        if (!queue.isEmpty()) {
            spec.put("queue", queue);
        }
        if (ask != null && !ask.priorityClass().isEmpty()) {
            spec.put("priorityClassName", ask.priorityClass());
        }
        annotations.keySet().removeIf(key -> !key.startsWith(INHERITED));
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("scheduling.volcano.sh/v1beta1")
                .withKind("PodGroup")
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withAnnotations(annotations)
                .withOwnerReferences(owner(pod))
                .endMetadata()
                .addToAdditionalProperties("spec", spec)
                .build();
    }

    /** A number that cannot be used counts as none, as in Volcano. */
    private static int minimum(Map<String, String> notes) {
        String text = notes.getOrDefault(PodGroups.MIN_MEMBER, "");
        int number = text.matches("0|[1-9]\\d{0,5}") ? Integer.parseInt(text) : 1;
        return number <= Common.MAX_MEMBERS ? number : 1;
    }

    /** The group goes with whoever makes its pods, or with the bare pod. */
    private static OwnerReference owner(LivePod pod) {
        Owner owner = pod.owner().isNone()
                ? new Owner("v1", "Pod", pod.meta().name(), pod.meta().uid())
                : pod.owner();
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withName(owner.name())
                .withUid(owner.uid())
                .withController(true)
                .build();
    }
}
