package dev.basalt.cli.reach;

/** Names as people write them into names of the admin API. */
public final class ResourceNames {
    private static final String NAMESPACES = "namespaces/";

    private ResourceNames() {}

    /** {@code train}, {@code team-a/train} or {@code namespaces/team-a/jobs/train} as the latter. */
    public static String job(String written, String namespace) {
        if (written.startsWith(NAMESPACES)) {
            return written;
        }
        int slash = written.indexOf('/');
        return slash < 0
                ? NAMESPACES + namespace + "/jobs/" + written
                : NAMESPACES + written.substring(0, slash) + "/jobs/" + written.substring(slash + 1);
    }

    /** {@code team} or {@code queues/team}. */
    public static String inCollection(String written, String collection) {
        return written.startsWith(collection + "/") ? written : collection + "/" + written;
    }

    /** {@code node-a/3} or {@code nodes/node-a/gpus/3}. */
    public static String gpu(String written) {
        int slash = written.lastIndexOf('/');
        if (written.startsWith("nodes/")) {
            return written;
        }
        if (slash < 1) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "'" + written + "' is not a GPU. Maybe write NODE/SLOT, such as node-a/3.");
        }
        return "nodes/" + written.substring(0, slash) + "/gpus/" + written.substring(slash + 1);
    }
}
