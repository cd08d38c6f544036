package dev.basalt.simulate.world;

import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.scenario.Workload;
import java.util.TreeMap;

/**
 * What is used of one GPU, added up from the grants its agent holds: of each pod the larger of any init container and
 * of the main containers together.
 *
 * @param memoryMib memory granted
 * @param corePermille compute granted
 * @param pods pods with a grant on it
 * @param exclusivePods those of them that have it alone
 */
public record GpuUse(long memoryMib, int corePermille, int pods, int exclusivePods) {

    static GpuUse of(World world, VirtualAgent agent, String deviceUuid) {
        TreeMap<String, PodUse> byPod = new TreeMap<>();
        for (Grant grant : agent.held().values()) {
            if (grant.key().deviceUuid().equals(deviceUuid)) {
                byPod.computeIfAbsent(grant.key().podUid(), pod -> new PodUse()).add(grant, phase(world, grant.key()));
            }
        }
        long memoryMib = 0;
        int corePermille = 0;
        int exclusive = 0;
        for (PodUse use : byPod.values()) {
            memoryMib += Math.max(use.initMib, use.mainMib);
            corePermille += Math.max(use.initPermille, use.mainPermille);
            exclusive += use.exclusive ? 1 : 0;
        }
        return new GpuUse(memoryMib, corePermille, byPod.size(), exclusive);
    }

    private static ContainerSpec.Phase phase(World world, Grant.Key key) {
        TaskId task = world.taskOf(key.podUid());
        Workload workload = task == null ? null : world.workloads().get(task.gangUid());
        MemberGroup role =
                task == null || workload == null ? null : workload.gang().role(task.role());
        return role == null ? ContainerSpec.Phase.MAIN : role.phase(key.container());
    }

    private static final class PodUse {
        private long initMib;
        private long mainMib;
        private int initPermille;
        private int mainPermille;
        private boolean exclusive;

        void add(Grant grant, ContainerSpec.Phase phase) {
            exclusive |= grant.exclusive();
            if (phase == ContainerSpec.Phase.INIT) {
                initMib = Math.max(initMib, grant.memoryMib());
                initPermille = Math.max(initPermille, grant.corePermille());
            } else {
                mainMib += grant.memoryMib();
                mainPermille += grant.corePermille();
            }
        }
    }
}
