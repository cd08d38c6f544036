package dev.basalt.manifest.pod;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.TaskId;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names and variables of a gang's single pods, as Volcano's job controller makes them. */
public final class PodExpansion {
    /** Role of pods that their job gives no name, as Kubernetes' own. */
    public static final String UNNAMED_ROLE = "pod";
    /** Role of pods of a group whose labels name none. */
    public static final String MEMBER_ROLE = "member";

    private PodExpansion() {}

    /**
     * Name of a member's pod: {@code <job>-<task>-<i>} for Volcano's jobs, {@code <job>-<i>} where the role has no name
     * of its own, the pod's own name where pods are given.
     */
    public static String podName(Gang gang, TaskId member) {
        return switch (gang.kind()) {
            case "Pod", "PodGroup" -> member.role();
            default ->
                member.role().equals(UNNAMED_ROLE)
                        ? gang.name() + "-" + member.index()
                        : gang.name() + "-" + member.role() + "-" + member.index();
        };
    }

    /**
     * Variables that one member gets over those of its template: Volcano's index of the task and its labels.
     *
     * @return sorted by name
     */
    public static SortedMap<String, String> environment(Gang gang, TaskId member) {
        SortedMap<String, String> environment = new TreeMap<>();
        String index = String.valueOf(member.index());
        environment.put("VC_TASK_INDEX", index);
        environment.put("VK_TASK_INDEX", index); // the older name, still read by users' scripts
        environment.put("VC_TASK_NAME", member.role());
        environment.put("VC_JOB_NAME", gang.name());
        environment.put("VC_JOB_NAMESPACE", gang.namespace());
        return environment;
    }
}
