package dev.basalt.agent.sample;

import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import dev.basalt.nvml.reading.ThermalReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.util.List;
import java.util.Optional;

/**
 * How a GPU is doing.
 *
 * @param takenUnixMillis when the reading was taken
 * @param memory now
 * @param utilization over the driver's last period
 * @param power now
 * @param thermal now
 * @param clocks now
 * @param slow values that change rarely, at most ten readings old
 * @param processes that hold a context on it
 * @param uses newest sample of each process's use of the engines
 * @param instances memory of its MIG devices
 */
public record GpuReading(
        long takenUnixMillis,
        Optional<MemoryReading> memory,
        Optional<UtilizationReading> utilization,
        PowerReading power,
        ThermalReading thermal,
        ClockReading clocks,
        Slow slow,
        List<RunningProcess> processes,
        List<ProcessUse> uses,
        List<InstanceReading> instances) {
    public GpuReading {
        processes = List.copyOf(processes);
        uses = List.copyOf(uses);
        instances = List.copyOf(instances);
    }

    /**
     * Values that change rarely.
     *
     * @param ecc memory errors
     * @param pcie the PCIe link now
     * @param nvLinkCount NVLinks in all
     * @param nvLinkUsableCount NVLinks that can carry traffic
     */
    public record Slow(EccReading ecc, PcieReading pcie, int nvLinkCount, int nvLinkUsableCount) {}

    /**
     * How a MIG device is doing.
     *
     * @param uuid of the MIG device
     * @param memory now
     * @param processes that hold a context on it
     */
    public record InstanceReading(String uuid, Optional<MemoryReading> memory, List<RunningProcess> processes) {
        public InstanceReading {
            processes = List.copyOf(processes);
        }
    }
}
