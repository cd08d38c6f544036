package dev.basalt.agent.run;

import dev.basalt.agent.limit.LimitGrant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a task: a few variables of the agent's own, then the user's, then Basalt's, which win. Names that
 * other schedulers and vGPU plugins use are kept, so that images made for them work.
 */
final class TaskEnvironment {
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "USER");
    private static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final int PERMILLE_PER_PERCENT = 10;

    private TaskEnvironment() {}

    /**
     * The variables of a task.
     *
     * @param node name of this node
     * @param limits folder in which the task finds its limits
     * @param ownVariable the agent's own environment
     */
    static Map<String, String> of(
            RunOrder order, String node, Path limits, Function<String, @Nullable String> ownVariable) {
        var variables = new TreeMap<String, String>();
        variables.put("PATH", DEFAULT_PATH);
        for (String name : INHERITED) {
            String value = ownVariable.apply(name);
            if (value != null) {
                variables.put(name, value);
            }
        }
        order.environment().forEach(variable -> variables.put(variable.name(), variable.value()));
        addMember(variables, order, node);
        addDevices(variables, order.grants());
        variables.put("BASALT_LIMITS_DIR", limits.toString());
        return variables;
    }

    private static void addMember(Map<String, String> variables, RunOrder order, String node) {
        RunOrder.Member member = order.member();
        variables.put("RANK", Integer.toString(member.rank()));
        variables.put("WORLD_SIZE", Integer.toString(member.worldSize()));
        variables.put("LOCAL_RANK", "0"); // a task is one process tree that sees its own devices only, from 0
        variables.put("VC_TASK_INDEX", Integer.toString(member.index()));
        variables.put("VK_TASK_INDEX", Integer.toString(member.index()));
        variables.put("BASALT_NODE", node);
        variables.put("BASALT_NAMESPACE", member.namespace());
        variables.put("BASALT_POD_NAME", member.podName());
        variables.put("BASALT_POD_UID", order.task().podUid());
        variables.put("BASALT_CONTAINER", order.task().container());
        variables.put("BASALT_GANG", member.gangName());
        variables.put("BASALT_ROLE", member.role());
    }

    /**
     * Limits in the environment are for compatibility: what enforces reads the limits folder, which the task cannot
     * change.
     */
    private static void addDevices(Map<String, String> variables, List<LimitGrant> grants) {
        String uuids = grants.stream().map(grant -> grant.key().deviceUuid()).collect(Collectors.joining(","));
        variables.put("CUDA_VISIBLE_DEVICES", uuids);
        variables.put("NVIDIA_VISIBLE_DEVICES", uuids.isEmpty() ? "void" : uuids);
        for (int index = 0; index < grants.size(); index++) {
            LimitGrant grant = grants.get(index);
            if (!grant.exclusive()) {
                variables.put("CUDA_DEVICE_MEMORY_LIMIT_" + index, grant.memoryMib() + "m");
                if (grant.corePermille() > 0) {
                    String percent = Integer.toString(Math.max(1, grant.corePermille() / PERMILLE_PER_PERCENT));
                    variables.put("CUDA_DEVICE_SM_LIMIT_" + index, percent);
                    variables.putIfAbsent("CUDA_DEVICE_SM_LIMIT", percent);
                }
            }
        }
    }
}
