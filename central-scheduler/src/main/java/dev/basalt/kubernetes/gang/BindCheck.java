package dev.basalt.kubernetes.gang;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.kubernetes.BindAnnotations.Bound;
import dev.basalt.kubernetes.BindAnnotations.Decoded;
import dev.basalt.kubernetes.BindAnnotations.Garbled;
import dev.basalt.manifest.Common;
import dev.basalt.manifest.live.LivePod;
import java.util.List;
import java.util.TreeMap;

/** Compares what a pod's annotations say it got with what the pod asks: nobody's word is taken for more than that. */
final class BindCheck {
    /** A pod's name, which is the role of a pod that stands alone. */
    private static final int MAX_ROLE_CHARS = 253;

    private BindCheck() {}

    /** The same, or garbled when a container has other devices than it asks for. */
    static Bound check(Bound bound, LivePod pod) {
        LivePod.Ask ask = pod.ask();
        if (!(bound instanceof Decoded decoded) || ask == null) {
            return bound;
        }
        if (decoded.role().length() > MAX_ROLE_CHARS || decoded.index() >= Common.MAX_MEMBERS) {
            return new Garbled(BindAnnotations.TASK, "names no member that a gang could have");
        }
        PodTemplate template = ask.template();
        return template == null ? bound : compared(decoded, template);
    }

    private static Bound compared(Decoded decoded, PodTemplate template) {
        TreeMap<String, Integer> left = new TreeMap<>();
        for (ContainerSpec container : template.containers()) {
            left.put(container.name(), count(container.devices()));
        }
        for (Grant grant : decoded.grants()) {
            left.merge(grant.key().container(), -1, Integer::sum);
        }
        for (var container : left.entrySet()) {
            if (container.getValue() != 0) {
                return new Garbled(
                        BindAnnotations.GPUS,
                        "gives container '" + container.getKey() + "' " + Math.abs(container.getValue()) + " devices "
                                + (container.getValue() > 0 ? "less" : "more") + " than it asks for");
            }
        }
        return decoded;
    }

    static boolean asksDevices(PodTemplate template) {
        return template.containers().stream()
                .anyMatch(container -> !container.devices().isEmpty());
    }

    private static int count(List<DeviceRequest> requests) {
        return requests.stream().mapToInt(DeviceRequest::count).sum();
    }
}
