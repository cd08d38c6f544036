package dev.basalt.admin.query;

import java.util.ArrayList;
import java.util.List;

/** Names of resources: {@code namespaces/team-a/jobs/train}, {@code queues/team-a}, {@code nodes/a/gpus/0}. */
public final class ResourceNames {
    private ResourceNames() {}

    /** Stands for all parents. */
    public static final String ANY = "-";

    public static String job(String namespace, String job) {
        return "namespaces/" + namespace + "/jobs/" + job;
    }

    public static String queue(String queue) {
        return "queues/" + queue;
    }

    public static String priorityClass(String priorityClass) {
        return "priorityClasses/" + priorityClass;
    }

    public static String node(String node) {
        return "nodes/" + node;
    }

    public static String gpu(String node, int slot) {
        return "nodes/" + node + "/gpus/" + slot;
    }

    public static String decision(long id) {
        return "decisions/" + id;
    }

    /**
     * The parts of a name that stand where the pattern has {@code *}.
     *
     * @param field field of the request, for the error
     * @param pattern for example {@code namespaces/*}{@code /jobs/*}
     */
    public static List<String> parts(String field, String name, String pattern) {
        String[] wanted = pattern.split("/", -1);
        String[] given = name.split("/", -1);
        List<String> parts = new ArrayList<>();
        boolean fits = wanted.length == given.length;
        for (int at = 0; fits && at < wanted.length; at++) {
            if (wanted[at].equals("*")) {
                fits = !given[at].isEmpty();
                parts.add(given[at]);
            } else {
                fits = wanted[at].equals(given[at]);
            }
        }
        if (!fits) {
            throw AdminErrors.badField(field, name, "is not like " + pattern + ". Maybe check the plural words.");
        }
        return parts;
    }

    /** The namespace of a parent like {@code namespaces/team-a}; {@link #ANY} when it is empty. */
    public static String namespace(String parent) {
        return parent.isEmpty() ? ANY : parts("parent", parent, "namespaces/*").getFirst();
    }

    /** The node of a parent like {@code nodes/a}; {@link #ANY} when it is empty. */
    public static String nodeOfParent(String parent) {
        return parent.isEmpty() ? ANY : parts("parent", parent, "nodes/*").getFirst();
    }
}
