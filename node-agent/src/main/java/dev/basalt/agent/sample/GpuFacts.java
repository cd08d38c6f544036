package dev.basalt.agent.sample;

import dev.basalt.nvml.link.Affinity;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceModes;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.MigInstance;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import java.util.List;
import java.util.Optional;

/**
 * What a GPU is: what changes rarely or never.
 *
 * @param identity who it is
 * @param memory its memory; empty on boards that share the host's
 * @param modes its switches
 * @param affinity what of the host is near it
 * @param fabric its NVLink fabric
 * @param pcie its PCIe link
 * @param power its power limits
 * @param nvLinks its NVLinks, by number
 * @param peers how near the other GPUs of the machine are
 * @param instances its MIG devices
 */
public record GpuFacts(
        DeviceIdentity identity,
        Optional<MemoryReading> memory,
        DeviceModes modes,
        Affinity affinity,
        Optional<FabricInfo> fabric,
        PcieReading pcie,
        PowerReading power,
        List<NvLink> nvLinks,
        List<Peer> peers,
        List<Instance> instances) {
    public GpuFacts {
        nvLinks = List.copyOf(nvLinks);
        peers = List.copyOf(peers);
        instances = List.copyOf(instances);
    }

    public String uuid() {
        return identity.uuid();
    }

    public boolean migEnabled() {
        return modes.mig().map(DeviceModes.MigMode::enabled).orElse(false);
    }

    /**
     * How near another GPU is.
     *
     * @param uuid of the other
     * @param level nearest common ancestor on PCIe; empty where the platform does not tell
     * @param peerAccess reading and writing each other's memory works
     */
    public record Peer(String uuid, Optional<TopologyLevel> level, boolean peerAccess) {}

    /**
     * A MIG device.
     *
     * @param slot NVML's index below the GPU
     * @param instance ids and size
     * @param memory its memory
     */
    public record Instance(int slot, MigInstance instance, Optional<MemoryReading> memory) {}
}
