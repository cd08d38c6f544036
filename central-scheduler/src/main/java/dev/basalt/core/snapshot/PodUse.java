package dev.basalt.core.snapshot;

import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.ResourceVector;
import java.util.List;

/**
 * What one pod takes of one node, ready to be added to the columns.
 *
 * @param requests everything but GPUs; one pod at least
 * @param devices what it takes of the node's devices, by slot
 * @param unattributed GPUs that it was promised by count and of which nobody knows which
 * @param hostPorts host ports
 * @param resident what other pods' rules see of it
 */
public record PodUse(
        ResourceVector requests, PodDevices devices, int unattributed, List<String> hostPorts, Resident resident) {
    public PodUse {
        hostPorts = List.copyOf(hostPorts);
        if (requests.amount(ResourceVector.PODS) < 1) {
            requests = requests.with(ResourceVector.PODS, 1);
        }
    }

    /** What a charge takes of a node with these facts. Devices that the node does not have (any more) are left out. */
    static PodUse of(Charge charge, NodeFacts facts) {
        PodDevices devices = new PodDevices(facts.devices().size());
        for (Charge.DeviceCharge part : charge.devices()) {
            int slot = slotOf(facts, part.deviceUuid());
            if (slot >= 0) {
                devices.add(slot, part.phase(), part.memoryMib(), part.corePermille(), part.exclusive());
            }
        }
        return new PodUse(charge.requests(), devices, unattributed(charge), charge.hostPorts(), charge.resident());
    }

    private static int unattributed(Charge charge) {
        long promised = charge.requests().amount(ResourceVector.GPU);
        return Math.clamp(promised - charge.devices().size(), 0, Integer.MAX_VALUE);
    }

    private static int slotOf(NodeFacts facts, String deviceUuid) {
        for (int slot = 0; slot < facts.devices().size(); slot++) {
            if (facts.devices().get(slot).uuid().equals(deviceUuid)) {
                return slot;
            }
        }
        return -1;
    }
}
