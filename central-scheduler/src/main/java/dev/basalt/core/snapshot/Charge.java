package dev.basalt.core.snapshot;

import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Neighbours.Resident;
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
 * @param hostPorts host ports it binds, as {@code TCP/8080}
 * @param resident what other pods' rules see of it
 * @param endsAtMillis when its user said it ends, on the scheduler's monotonic clock; 0 means not known
 */
public record Charge(
        String podUid,
        String gangUid,
        String queue,
        String nodeName,
        ResourceVector requests,
        List<DeviceCharge> devices,
        List<String> hostPorts,
        Resident resident,
        long endsAtMillis) {
    public Charge {
        devices = List.copyOf(devices);
        hostPorts = List.copyOf(hostPorts);
    }

    /** A charge that binds no host port, that no rule sees, and that ends nobody knows when. */
    public Charge(
            String podUid,
            String gangUid,
            String queue,
            String nodeName,
            ResourceVector requests,
            List<DeviceCharge> devices) {
        this(podUid, gangUid, queue, nodeName, requests, devices, List.of(), Resident.NONE, 0);
    }

    /** The same charged to another UID. */
    public Charge chargedTo(String uid) {
        return new Charge(uid, gangUid, queue, nodeName, requests, devices, hostPorts, resident, endsAtMillis);
    }

    /** When that container runs; a main container when the charge does not name it. */
    public ContainerSpec.Phase phase(String container) {
        for (DeviceCharge device : devices) {
            if (device.container().equals(container)) {
                return device.phase();
            }
        }
        return ContainerSpec.Phase.MAIN;
    }

    /**
     * Part of one device that one container takes. Containers of a pod that run one after the other share what they
     * take: a pod takes of a device what its restartable inits take together, plus the larger of any one init and of
     * all mains together.
     *
     * @param container container name
     * @param deviceUuid device
     * @param memoryMib memory
     * @param corePermille compute; 0 means no guaranteed part
     * @param exclusive true when no other pod may use the device
     * @param phase when the container runs
     */
    public record DeviceCharge(
            String container,
            String deviceUuid,
            long memoryMib,
            int corePermille,
            boolean exclusive,
            ContainerSpec.Phase phase) {
        /** What a main container takes. */
        public DeviceCharge(String container, String deviceUuid, long memoryMib, int corePermille, boolean exclusive) {
            this(container, deviceUuid, memoryMib, corePermille, exclusive, ContainerSpec.Phase.MAIN);
        }
    }
}
