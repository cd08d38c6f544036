package dev.basalt.kube.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What a pod takes of its node, as a kubelet counts it. */
final class PodResources {
    private PodResources() {}

    /**
     * Resource to amount in base units, and 1 for the pod itself. Init containers run before the mains, sidecars beside
     * all.
     */
    static Map<String, BigDecimal> of(Pod pod) {
        Map<String, BigDecimal> mains = new TreeMap<>();
        pod.getSpec().getContainers().forEach(container -> add(mains, requests(container)));
        Map<String, BigDecimal> sidecars = new TreeMap<>();
        Map<String, BigDecimal> peak = new TreeMap<>();
        for (Container container : pod.getSpec().getInitContainers()) {
            Map<String, BigDecimal> own = requests(container);
            if ("Always".equals(container.getRestartPolicy())) {
                add(sidecars, own);
                raise(peak, sidecars);
            } else {
                add(own, sidecars);
                raise(peak, own);
            }
        }
        add(mains, sidecars);
        raise(peak, mains);
        if (pod.getSpec().getOverhead() != null) {
            pod.getSpec()
                    .getOverhead()
                    .forEach((resource, quantity) -> peak.merge(resource, amount(quantity), BigDecimal::add));
        }
        peak.put("pods", BigDecimal.ONE);
        return peak;
    }

    static BigDecimal amount(Quantity quantity) {
        return quantity.getNumericalAmount();
    }

    /** The API server has set requests from limits where only those were given. */
    private static Map<String, BigDecimal> requests(Container container) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        if (container.getResources() != null) {
            Objects.requireNonNullElse(container.getResources().getRequests(), Map.<String, Quantity>of())
                    .forEach((resource, quantity) -> amounts.put(resource, amount(quantity)));
        }
        return amounts;
    }

    private static void add(Map<String, BigDecimal> to, Map<String, BigDecimal> more) {
        more.forEach((resource, amount) -> to.merge(resource, amount, BigDecimal::add));
    }

    private static void raise(Map<String, BigDecimal> to, Map<String, BigDecimal> least) {
        least.forEach((resource, amount) -> to.merge(resource, amount, BigDecimal::max));
    }
}
