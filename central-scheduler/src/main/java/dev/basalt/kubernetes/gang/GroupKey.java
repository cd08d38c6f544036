package dev.basalt.kubernetes.gang;

import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LivePod.Owner;

/**
 * The group that a pod belongs to.
 *
 * @param name name of its PodGroup, whether that exists or not
 * @param implied true when the pod's owner implies it and nobody but us makes its PodGroup
 * @param alone true when the pod shares its fate with no other: its gang needs no PodGroup to start
 */
record GroupKey(String namespace, String name, boolean implied, boolean alone) {
    /** Volcano's controller names groups that it makes after the UID of the pod's controller, or of the bare pod. */
    private static final String PREFIX = "podgroup-";

    /** A daemon's pods are each made for one node. */
    private static final String PINNED_OWNER = "DaemonSet";

    /** The group of one of our pods. */
    static GroupKey of(LivePod pod, LivePod.Ask ask) {
        Owner owner = pod.owner();
        boolean alone = owner.isNone() || owner.kind().equals(PINNED_OWNER);
        String implied = PREFIX + (alone ? pod.meta().uid() : owner.uid());
        String named = ask.groupName();
        if (named.isEmpty() || named.equals(implied)) {
            return new GroupKey(pod.meta().namespace(), implied, true, alone);
        }
        return new GroupKey(pod.meta().namespace(), named, false, false);
    }

    /** How people name it. */
    String title() {
        return namespace + "/" + name;
    }

    /** What tells it from others. */
    Id id() {
        return new Id(namespace, name);
    }

    /** Namespace and name. */
    record Id(String namespace, String name) {}
}
