package dev.basalt.manifest;

import dev.basalt.core.model.Queue;
import dev.basalt.manifest.pod.Road;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * How manifests are read.
 *
 * @param road who makes pods run
 * @param defaultNamespace namespace of objects that name none
 * @param uids UIDs of objects that carry none
 */
public record ReadOptions(Road road, String defaultNamespace, Uids uids) {
    /** Standalone mode, namespace {@code default}, UIDs made of names. */
    public static final ReadOptions STANDALONE = new ReadOptions(Road.STANDALONE, "default", Uids.OF_NAMES);

    /** Gives an object its UID. */
    @FunctionalInterface
    public interface Uids {
        /** The same names give the same UID. */
        Uids OF_NAMES = (kind, namespace, name) -> UUID.nameUUIDFromBytes(
                        (kind + "/" + namespace + "/" + name).getBytes(StandardCharsets.UTF_8))
                .toString();

        String uid(String kind, String namespace, String name);
    }

    /**
     * Names that exist already, so that a manifest which needs one that does not can be told so.
     *
     * @param queues queue names; {@code default} and {@code root} always exist
     * @param priorityClasses priority class names; Kubernetes' two built-in ones always exist
     */
    public record Known(SortedSet<String> queues, SortedSet<String> priorityClasses) {
        /** A cluster in which nothing was created. */
        public static final Known NOTHING = new Known(new TreeSet<>(), new TreeSet<>());

        public Known {
            queues = with(queues, Queue.DEFAULT, Queue.ROOT);
            priorityClasses = with(priorityClasses, "system-cluster-critical", "system-node-critical");
        }

        /** The same names and these. */
        Known and(Collection<String> moreQueues, Collection<String> morePriorityClasses) {
            return new Known(
                    with(queues, moreQueues.toArray(String[]::new)),
                    with(priorityClasses, morePriorityClasses.toArray(String[]::new)));
        }

        private static SortedSet<String> with(SortedSet<String> names, String... more) {
            TreeSet<String> all = new TreeSet<>(names);
            Collections.addAll(all, more);
            return Collections.unmodifiableSortedSet(all);
        }
    }
}
