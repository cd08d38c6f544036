package dev.basalt.agent.link;

import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import java.util.List;

/** What the conversation about the node needs to know of the node. Called on the agent's loop. */
public interface NodePort {
    /** How the agent introduces itself. */
    Hello hello();

    /** Rises with each change of the inventory; 0 while the devices have not told what they are and still may. */
    long inventoryVersion();

    /** The inventory of that version. */
    FullInventory inventory();

    /** The live state; the caller adds its sequence. */
    Heartbeat.Builder heartbeat();

    /** The GPUs with their health. */
    List<GpuState> gpus();

    /** What limits are judged by. */
    NodeFacts facts();
}
