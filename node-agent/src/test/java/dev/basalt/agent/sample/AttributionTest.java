package dev.basalt.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.process.ProcessTable;
import dev.basalt.agent.sample.Attribution.Use;
import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.ClockReading.Clocks;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import dev.basalt.nvml.reading.ThermalReading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AttributionTest {
    private static final ContainerKey TASK = new ContainerKey("pod", "main");
    private static final long MIB = 1 << 20;

    @Test
    void givesTheProcessesBelowASupervisorToItsContainer() {
        ProcessTable processes = ProcessTable.of(pid -> switch ((int) pid) {
            case 12, 13 -> OptionalLong.of(10);
            default -> OptionalLong.of(1);
        });
        GpuState gpu = gpu(
                List.of(process(12, 100 * MIB), process(13, 50 * MIB), process(99, 7 * MIB)),
                List.of(new ProcessUse(12, 1, 30, 0, 0, 0), new ProcessUse(13, 1, 12, 0, 0, 0)));

        List<Use> uses = new Attribution(processes, Map.of(10L, TASK)).of(List.of(gpu));

        assertThat(uses)
                .containsExactly(
                        new Use(Optional.of(TASK), "GPU-1", List.of(12, 13), OptionalLong.of(150), OptionalInt.of(420)),
                        new Use(Optional.empty(), "GPU-1", List.of(99), OptionalLong.of(7), OptionalInt.empty()));
    }

    @Test
    void saysNothingOfMemoryThatTheDriverHides() {
        var hidden = new RunningProcess(
                12, true, false, false, OptionalLong.empty(), OptionalInt.empty(), OptionalInt.empty());

        List<Use> uses = new Attribution(ProcessTable.of(pid -> OptionalLong.empty()), Map.of())
                .of(List.of(gpu(List.of(hidden), List.of())));

        assertThat(uses)
                .containsExactly(
                        new Use(Optional.empty(), "GPU-1", List.of(12), OptionalLong.empty(), OptionalInt.empty()));
    }

    private static RunningProcess process(int pid, long usedBytes) {
        return new RunningProcess(
                pid, true, false, false, OptionalLong.of(usedBytes), OptionalInt.empty(), OptionalInt.empty());
    }

    private static GpuState gpu(List<RunningProcess> processes, List<ProcessUse> uses) {
        var none = OptionalInt.empty();
        var clocks = new Clocks(none, none, none, none);
        var errors = new EccReading.Errors(OptionalLong.empty(), OptionalLong.empty());
        var ecc = new EccReading(
                Optional.empty(), Optional.empty(), errors, errors, Optional.empty(), Optional.empty(), none);
        var pcie = new PcieReading(none, none, none, none, none, OptionalLong.empty(), OptionalLong.empty());
        var reading = new GpuReading(
                1,
                Optional.empty(),
                Optional.empty(),
                new PowerReading(none, none, none, none, none, none, OptionalLong.empty()),
                new ThermalReading(none, none, none, none, none, none),
                new ClockReading(clocks, clocks, OptionalLong.empty(), none),
                new GpuReading.Slow(ecc, pcie, 0, 0),
                processes,
                uses,
                List.of());
        return new GpuState("GPU-1", Optional.empty(), Optional.of(reading), Health.HEALTHY);
    }
}
