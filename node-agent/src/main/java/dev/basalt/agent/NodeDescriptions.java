package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.proto.types.v1.NodeDescription;
import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import java.io.IOException;
import java.nio.file.Files;

/** The node without its devices, as it travels. */
final class NodeDescriptions {
    private static final int BYTES_PER_MIB_SHIFT = 20;

    private NodeDescriptions() {}

    static NodeDescription of(AgentConfig config, NodeIdentity identity) {
        ResourceVector all = ResourceVector.newBuilder()
                .addAmounts(amount("cpu", config.cpuMilli()))
                .addAmounts(amount("ephemeral-storage", diskBytes(config)))
                .addAmounts(amount("memory", config.memoryMib() << BYTES_PER_MIB_SHIFT))
                .addAmounts(amount("pods", config.maxPods()))
                .build();
        return NodeDescription.newBuilder()
                .setName(config.node())
                .setUid(identity.nodeUid())
                .putAllLabels(config.labels())
                .setCapacity(all)
                .setAllocatable(all)
                .build();
    }

    private static ResourceAmount amount(String name, long amount) {
        return ResourceAmount.newBuilder().setName(name).setAmount(amount).build();
    }

    private static long diskBytes(AgentConfig config) {
        try {
            return Files.getFileStore(config.stateDir()).getTotalSpace();
        } catch (IOException untold) {
            return 0;
        }
    }
}
