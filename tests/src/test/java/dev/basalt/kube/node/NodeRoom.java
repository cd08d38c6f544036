package dev.basalt.kube.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is taken on one node by pods that were admitted and have not ended. As a kubelet it does not count resources
 * that the node does not offer.
 */
final class NodeRoom {
    private final Map<String, Map<String, BigDecimal>> takenByPodUid = new HashMap<>();

    /** Takes the pod's room, once; or answers the first resource that is too little, and takes nothing. */
    synchronized Optional<String> admit(Pod pod, FakeNode node) {
        String uid = pod.getMetadata().getUid();
        if (takenByPodUid.containsKey(uid)) {
            return Optional.empty();
        }
        Map<String, BigDecimal> used = used();
        Map<String, BigDecimal> asked = PodResources.of(pod);
        for (var entry : asked.entrySet()) {
            String offered = node.allocatable().get(entry.getKey());
            BigDecimal taken =
                    used.getOrDefault(entry.getKey(), BigDecimal.ZERO).add(entry.getValue());
            if (offered != null && taken.compareTo(new Quantity(offered).getNumericalAmount()) > 0) {
                return Optional.of(entry.getKey());
            }
        }
        takenByPodUid.put(uid, asked);
        return Optional.empty();
    }

    synchronized void free(String podUid) {
        takenByPodUid.remove(podUid);
    }

    private Map<String, BigDecimal> used() {
        Map<String, BigDecimal> sum = new TreeMap<>();
        takenByPodUid
                .values()
                .forEach(
                        amounts -> amounts.forEach((resource, amount) -> sum.merge(resource, amount, BigDecimal::add)));
        return sum;
    }
}
