package dev.basalt.core.snapshot;

import dev.basalt.core.model.ResourceVector;
import java.util.List;

/**
 * What one pod takes of one node, from the decision until nothing of it runs.
 *
 * @param podUid pod
 * @param gangUid its gang; empty for a pod that another scheduler placed
 * @param queue queue that pays; empty for a pod that another scheduler placed
 * @param nodeName node
 * @param requests everything but GPUs: max(init phases, sum of mains)
 * @param devices what it takes of each device, one entry per container and device
 */
public record Charge(
        String podUid,
        String gangUid,
        String queue,
        String nodeName,
        ResourceVector requests,
        List<DeviceCharge> devices) {
    public Charge {
        devices = List.copyOf(devices);
    }

    /** Part of one device. */
    public record DeviceCharge(
            String container, String deviceUuid, long memoryMib, int corePermille, boolean exclusive) {}
}
