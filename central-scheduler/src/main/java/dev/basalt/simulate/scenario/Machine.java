package dev.basalt.simulate.scenario;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.NodeSpec;
import java.util.List;

/**
 * One machine of a scenario.
 *
 * @param spec what the cluster says of it
 * @param devices its GPUs in slot order
 * @param links how they are connected
 * @param agent false when no agent runs on it
 */
public record Machine(NodeSpec spec, List<Device> devices, LinkMatrix links, boolean agent) {
    public Machine {
        devices = List.copyOf(devices);
    }

    public String name() {
        return spec.name();
    }
}
