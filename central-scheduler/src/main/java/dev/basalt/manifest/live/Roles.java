package dev.basalt.manifest.live;

import dev.basalt.manifest.pod.PodExpansion;
import dev.basalt.manifest.text.Field;
import java.util.List;

/** What a pod is in its group, from the labels that its maker puts on it. The first label that is there decides. */
final class Roles {
    /** Labels that name a role; makers in the order Volcano, Kubeflow (new and old), KubeRay, Spark, Flink. */
    private static final List<String> ROLE = List.of(
            "volcano.sh/task-spec",
            "training.kubeflow.org/replica-type",
            "replica-type",
            "ray.io/node-type",
            "spark-role",
            "component");

    /** Labels that number the pods of a role: Volcano, Indexed Jobs, StatefulSets, Kubeflow (new and old). */
    private static final List<String> INDEX = List.of(
            "volcano.sh/task-index",
            "batch.kubernetes.io/job-completion-index",
            "apps.kubernetes.io/pod-index",
            "training.kubeflow.org/replica-index",
            "replica-index");

    private static final int MAX_ROLE_CHARS = 63;
    private static final int MAX_INDEX = 99_999; // Common.MAX_MEMBERS members

    private Roles() {}

    /** The role; {@code member} where nothing says one. */
    static String role(Field labels) {
        for (String label : ROLE) {
            String role = labels.at(label).text("");
            if (!role.isEmpty() && role.length() <= MAX_ROLE_CHARS) {
                return role;
            }
        }
        return PodExpansion.MEMBER_ROLE;
    }

    /** The index; -1 where nothing says one that could be. */
    static int index(Field labels) {
        for (String label : INDEX) {
            String index = labels.at(label).text("");
            if (index.matches("0|[1-9]\\d{0,5}")) {
                int number = Integer.parseInt(index);
                return number <= MAX_INDEX ? number : -1;
            }
        }
        return -1;
    }
}
