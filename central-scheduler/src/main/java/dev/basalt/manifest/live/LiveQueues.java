package dev.basalt.manifest.live;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.Quotas;
import dev.basalt.manifest.text.Field;
import java.util.List;

/** Reads {@code scheduling.volcano.sh/v1beta1 Queue}. */
final class LiveQueues {
    private static final int MAX_WEIGHT = 65_535; // the CRD's maximum

    private LiveQueues() {}

    /** A queue whose state nobody wrote yet is open, as it is meant to become. */
    static Queue read(Field object, LiveMeta meta) {
        Field spec = object.at("spec");
        String state = object.at("status").at("state").text("");
        Field parent = spec.at("parent");
        if (parent.text("").equals(meta.name())) {
            parent.error("is the queue itself", "name another queue, or remove the line");
        }
        return new Queue(
                meta.name(),
                parent.text("").isEmpty() ? Queue.ROOT : parent.text(""),
                spec.at("weight").whole(1, 1, MAX_WEIGHT),
                spec.at("priority").whole(0, 0, Integer.MAX_VALUE),
                new Capability(Quotas.read(spec.at("capability"))),
                new ResourceVector(Quotas.read(spec.at("deserved"))),
                new ResourceVector(Quotas.read(spec.at("guarantee").at("resource"))),
                spec.at("reclaimable").flag(true),
                !List.of("Closed", "Closing").contains(state));
    }
}
