package dev.basalt.manifest.live;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.Amounts;
import dev.basalt.manifest.text.Field;
import java.util.List;

/**
 * Most that a pod asks at one time: init containers run in turn, each beside the sidecars that were started before it,
 * then the mains run beside all sidecars. The overhead of its runtime class comes on top; an ask for the pod as a whole
 * takes the place of what its containers ask.
 */
final class PodRequests {
    private PodRequests() {}

    /** Everything by its own name, and one pod. */
    static ResourceVector read(Field spec) {
        ResourceVector sidecars = ResourceVector.ZERO;
        ResourceVector peak = ResourceVector.ZERO;
        for (Field container : spec.at("initContainers").items()) {
            ResourceVector asked = asked(container);
            peak = peak.max(sidecars.plus(asked));
            if (container.at("restartPolicy").text("").equals("Always")) {
                sidecars = sidecars.plus(asked);
            }
        }
        ResourceVector together = sidecars;
        for (Field container : spec.at("containers").items()) {
            together = together.plus(asked(container));
        }
        peak = peak.max(together);
        ResourceVector whole = asked(spec);
        for (String name : whole.names()) {
            peak = peak.with(name, whole.amount(name));
        }
        return peak.plus(Amounts.read(spec.at("overhead"))).with(ResourceVector.PODS, 1);
    }

    /** Requests, and limits of what has none: the API server fills them in the same way. */
    private static ResourceVector asked(Field holder) {
        Field resources = holder.at("resources");
        ResourceVector asked = Amounts.read(resources.at("requests"));
        List<String> requested = resources.at("requests").keys();
        ResourceVector limits = Amounts.read(resources.at("limits"));
        for (String name : limits.names()) {
            if (!requested.contains(name)) {
                asked = asked.with(name, limits.amount(name));
            }
        }
        return asked;
    }
}
