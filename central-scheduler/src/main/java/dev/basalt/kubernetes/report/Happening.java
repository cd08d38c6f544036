package dev.basalt.kubernetes.report;

/**
 * Something to be told about an object, as an Event.
 *
 * @param regarding the object
 * @param isWarning whether somebody may have to act
 * @param reason one word in CamelCase
 * @param action what was done or tried, one word in CamelCase
 * @param note for people
 * @param epoch epoch under which it happened
 */
record Happening(Regarding regarding, boolean isWarning, String reason, String action, String note, long epoch) {
    /** The object that an Event is about. */
    record Regarding(String apiVersion, String kind, String namespace, String name, String uid) {
        static Regarding pod(dev.basalt.kubernetes.Directory.Pod pod) {
            return new Regarding("v1", "Pod", pod.namespace(), pod.name(), pod.uid());
        }

        static Regarding podGroup(dev.basalt.kubernetes.Directory.Group group) {
            return new Regarding(
                    "scheduling.volcano.sh/v1beta1", "PodGroup", group.namespace(), group.name(), group.gangUid());
        }
    }
}
