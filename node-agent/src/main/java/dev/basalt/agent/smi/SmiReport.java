package dev.basalt.agent.smi;

import dev.basalt.nvml.DriverInfo;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceModes;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.MigInstance;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.RunningProcess;
import dev.basalt.nvml.reading.ThermalReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.util.List;
import java.util.Optional;

/**
 * All GPUs of a node at one moment.
 *
 * @param driver its versions
 * @param gpus by index; those that did not answer keep their place
 */
record SmiReport(DriverInfo driver, List<Gpu> gpus) {
    SmiReport {
        gpus = List.copyOf(gpus);
    }

    /** One place of the table. */
    sealed interface Gpu {
        int index();
    }

    /** A GPU that answered. */
    record Seen(
            int index,
            DeviceIdentity identity,
            DeviceModes modes,
            Optional<MemoryReading> memory,
            Optional<UtilizationReading> utilization,
            PowerReading power,
            ThermalReading thermal,
            ClockReading clocks,
            EccReading ecc,
            PcieReading pcie,
            List<NamedProcess> processes,
            List<Mig> migs)
            implements Gpu {}

    /** A GPU that did not, and why. */
    record Gone(int index, NvmlStatus status) implements Gpu {}

    /**
     * A process and its name.
     *
     * @param process what NVML says of it
     * @param name empty when it has ended, or is hidden by a pid namespace
     */
    record NamedProcess(RunningProcess process, String name) {}

    /** A MIG device and its memory. */
    record Mig(int index, MigInstance instance, Optional<MemoryReading> memory, Optional<MemoryReading> bar1) {}
}
