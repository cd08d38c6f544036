package dev.basalt.nvml;

import dev.basalt.nvml.link.Affinity;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.PeerStatus;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceModes;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.MigInstance;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import dev.basalt.nvml.reading.ThermalReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.util.List;
import java.util.Optional;

/**
 * One GPU, or one MIG device. Every method asks the driver anew and blocks as long as the driver does. What the device
 * does not support is an empty answer; every other failure is an {@link NvmlException}, among them GPU_IS_LOST.
 */
public interface NvmlDevice {
    /** The UUID it was opened with; kept, so it is known even when the GPU is lost. */
    String uuid();

    /** Who it is. Does not change while the driver is loaded. */
    DeviceIdentity identity();

    /** Switches: persistence, display, compute mode, MIG. */
    DeviceModes modes();

    /** Framebuffer memory; empty on unified-memory boards. */
    Optional<MemoryReading> memory();

    /** BAR1 aperture; {@code reservedBytes} is empty. */
    Optional<MemoryReading> bar1Memory();

    /** How busy it was in the last sample period; empty in MIG mode. */
    Optional<UtilizationReading> utilization();

    PowerReading power();

    ThermalReading thermal();

    ClockReading clocks();

    EccReading ecc();

    /** Link generation, width and replays. Fast; see {@link #pcieThroughput()} for traffic. */
    PcieReading pcie();

    /** Traffic over the last 20 ms. Blocks about 40 ms, so never part of a 1 Hz sample. */
    Optional<PcieReading.Throughput> pcieThroughput();

    /** Compute, graphics and MPS processes, one entry for each pid, by pid. */
    List<RunningProcess> processes();

    /**
     * Per-process use of the engines since that time, newest sample of each pid.
     *
     * @param sinceMicros driver's clock as in {@link ProcessUse#timestampMicros()}; 0 for all it keeps
     */
    List<ProcessUse> processUse(long sinceMicros);

    /** Distance over PCIe to another GPU of this machine; empty where the platform does not tell. */
    Optional<TopologyLevel> commonAncestor(NvmlDevice other);

    /** Whether it may read (and so on) the other's memory directly. */
    Optional<PeerStatus> peerStatus(NvmlDevice other, PeerStatus.Capability capability);

    /** CPUs and NUMA nodes near it. */
    Affinity affinity();

    /** Its NVLinks, by link number; empty list when it has none. */
    List<NvLink> nvLinks();

    /** NVSwitch or multi-node fabric membership, Hopper and newer. */
    Optional<FabricInfo> fabric();

    /** MIG devices of this GPU; indexes may have holes. Empty when MIG is off. */
    List<MigSlot> migDevices();

    /**
     * One MIG device of a GPU.
     *
     * @param index NVML's index below the GPU; holes are possible
     * @param instance its ids and size
     * @param device itself
     */
    record MigSlot(int index, MigInstance instance, NvmlDevice device) {}
}
