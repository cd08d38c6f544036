package dev.basalt.core.snapshot;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.NodeSpec;
import java.util.List;

/**
 * All that is known of a node.
 *
 * @param spec what the cluster says of it
 * @param devices its devices in slot order, as its agent last said
 * @param links how they are connected; same size as {@code devices}
 * @param agentHeard whether its agent has spoken under this epoch; without it no GPU of the node is given out
 * @param agentSilent whether its agent stopped speaking
 */
public record NodeFacts(
        NodeSpec spec, List<Device> devices, LinkMatrix links, boolean agentHeard, boolean agentSilent) {
    public NodeFacts {
        devices = List.copyOf(devices);
        if (links.size() != devices.size()) {
            throw new IllegalArgumentException(
                    "node " + spec.name() + ": " + devices.size() + " devices, links for " + links.size());
        }
    }
}
