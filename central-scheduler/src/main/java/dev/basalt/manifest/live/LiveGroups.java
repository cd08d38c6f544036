package dev.basalt.manifest.live;

import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.Common;
import dev.basalt.manifest.pod.Quotas;
import dev.basalt.manifest.text.Field;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads {@code scheduling.volcano.sh/v1beta1 PodGroup}. */
final class LiveGroups {
    private LiveGroups() {}

    static LiveGroup read(Field object, LiveMeta meta) {
        Field spec = object.at("spec");
        SortedMap<String, Integer> minimumByRole = new TreeMap<>();
        Field minTaskMember = spec.at("minTaskMember");
        for (String role : minTaskMember.keys()) {
            minimumByRole.put(role, minTaskMember.at(role).whole(0, 0, Common.MAX_MEMBERS));
        }
        String queue = spec.at("queue").text("");
        return new LiveGroup(
                meta,
                spec.at("minMember").whole(1, 0, Common.MAX_MEMBERS),
                minimumByRole,
                queue.isEmpty() ? Queue.DEFAULT : queue,
                spec.at("priorityClassName").text(""),
                new ResourceVector(Quotas.read(spec.at("minResources"))),
                Common.topology(spec.at("networkTopology")),
                Common.runMillis(object, null),
                Common.checkpointMillis(object));
    }
}
