package dev.basalt.kubernetes.watch;

/** Kinds that are watched. */
public enum Watched {
    NODES("/api/v1/nodes"),
    PODS("/api/v1/pods"),
    POD_GROUPS("/apis/scheduling.volcano.sh/v1beta1/podgroups"),
    QUEUES("/apis/scheduling.volcano.sh/v1beta1/queues"),
    PRIORITY_CLASSES("/apis/scheduling.k8s.io/v1/priorityclasses"),
    CLAIMS("/api/v1/persistentvolumeclaims"),
    VOLUMES("/api/v1/persistentvolumes");

    private final String path;

    Watched(String path) {
        this.path = path;
    }

    /** Path of the collection, of all namespaces. */
    String path() {
        return path;
    }

    /** Whether objects are told apart by UID; those of other kinds by name. */
    boolean byUid() {
        return this == PODS || this == POD_GROUPS || this == CLAIMS;
    }
}
