package dev.basalt.kubernetes.watch;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.manifest.Translated.PriorityClassObject;
import dev.basalt.manifest.live.Live;
import dev.basalt.manifest.live.LiveClaim;
import dev.basalt.manifest.live.LiveGroup;
import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LiveReader;
import dev.basalt.manifest.live.LiveVolume;
import dev.basalt.manifest.text.Value;
import java.util.Collection;
import java.util.List;

/** What a list or watch said, read and without what nobody needs. */
sealed interface Change {
    record NodeSeen(LiveMeta meta, Live<NodeSpec> node) implements Change {}

    record PodSeen(LivePod pod) implements Change {}

    record GroupSeen(LiveMeta meta, Live<LiveGroup> group) implements Change {}

    record QueueSeen(LiveMeta meta, Live<Queue> queue) implements Change {}

    record ClassSeen(LiveMeta meta, Live<PriorityClassObject> priorityClass) implements Change {}

    record ClaimSeen(LiveMeta meta, Live<LiveClaim> claim) implements Change {}

    record VolumeSeen(LiveMeta meta, Live<LiveVolume> volume) implements Change {}

    /** An object was deleted. */
    record Gone(Watched kind, LiveMeta meta) implements Change {}

    /**
     * A list is complete.
     *
     * @param identities UIDs or names of all there are
     * @param version version of the list
     */
    record Listed(Watched kind, List<String> identities, long version) implements Change {
        public Listed {
            identities = List.copyOf(identities);
        }
    }

    /** Reads an object of a kind. */
    static Change seen(Watched kind, Value object, Collection<String> schedulerNames) {
        return switch (kind) {
            case NODES -> new NodeSeen(LiveReader.meta(object), LiveReader.node(object));
            case PODS -> new PodSeen(LiveReader.pod(object, schedulerNames));
            case POD_GROUPS -> new GroupSeen(LiveReader.meta(object), LiveReader.group(object));
            case QUEUES -> new QueueSeen(LiveReader.meta(object), LiveReader.queue(object));
            case PRIORITY_CLASSES -> new ClassSeen(LiveReader.meta(object), LiveReader.priorityClass(object));
            case CLAIMS -> new ClaimSeen(LiveReader.meta(object), LiveReader.claim(object));
            case VOLUMES -> new VolumeSeen(LiveReader.meta(object), LiveReader.volume(object));
        };
    }
}
