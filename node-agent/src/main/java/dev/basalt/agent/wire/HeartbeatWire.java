package dev.basalt.agent.wire;

import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.sample.Attribution.Use;
import dev.basalt.agent.sample.GpuReading;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.agent.sample.Health;
import dev.basalt.agent.sample.Inventory;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.proto.agent.v1.DeviceSample;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.types.v1.ObservedUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Heartbeats as they travel. */
public final class HeartbeatWire {
    private static final int PERMILLE_PER_PERCENT = 10;

    private HeartbeatWire() {}

    /**
     * A heartbeat; the sender adds its sequence.
     *
     * @param inventory whose slots give the order
     * @param gpus their states
     * @param uses what is seen to be used
     * @param nowUnixMillis for devices without a reading
     */
    public static Heartbeat.Builder heartbeat(
            Inventory inventory, List<GpuState> gpus, List<Use> uses, long nowUnixMillis) {
        var states = new TreeMap<String, GpuState>();
        gpus.forEach(gpu -> states.put(gpu.uuid(), gpu));
        var built = Heartbeat.newBuilder()
                .setSampledUnixMillis(gpus.stream()
                        .flatMap(gpu -> gpu.reading().stream())
                        .mapToLong(GpuReading::takenUnixMillis)
                        .max()
                        .orElse(nowUnixMillis));
        inventory.devices().forEach(device -> built.addDevices(sample(device, states)));
        uses.forEach(use -> built.addUses(use(use)));
        return built;
    }

    private static DeviceSample sample(Inventory.Entry device, Map<String, GpuState> states) {
        Optional<GpuState> state =
                Optional.ofNullable(states.get(device.parentUuid().orElse(device.uuid())));
        Health health = state.map(GpuState::health).orElse(Health.HEALTHY);
        var built = DeviceSample.newBuilder().setDeviceUuid(device.uuid()).setHealth(InventoryWire.health(health));
        boolean answers = health.state() == Health.State.HEALTHY || health.state() == Health.State.DEGRADED;
        Optional<GpuReading> reading = answers ? state.flatMap(GpuState::reading) : Optional.empty();
        reading.ifPresent(seen -> {
            if (device.instance().isPresent()) {
                seen.instances().stream()
                        .filter(part -> part.uuid().equals(device.uuid()))
                        .flatMap(part -> part.memory().stream())
                        .forEach(memory -> built.setMemoryUsedMib(memory.usedMib()));
            } else {
                fill(built, seen);
            }
        });
        return built.build();
    }

    private static void fill(DeviceSample.Builder built, GpuReading seen) {
        seen.memory().map(MemoryReading::usedMib).ifPresent(built::setMemoryUsedMib);
        seen.utilization()
                .ifPresent(busy -> built.setGpuBusyPermille(busy.gpuPercent() * PERMILLE_PER_PERCENT)
                        .setMemoryBusyPermille(busy.memoryPercent() * PERMILLE_PER_PERCENT));
        seen.power().drawMilliwatt().ifPresent(built::setPowerMilliwatt);
        seen.thermal().gpuCelsius().ifPresent(built::setTemperatureCelsius);
        seen.clocks().current().smMegahertz().ifPresent(built::setSmClockMhz);
        seen.clocks().current().memoryMegahertz().ifPresent(built::setMemoryClockMhz);
        seen.clocks().eventReasons().ifPresent(built::setThrottleReasons);
        seen.slow().ecc().volatileErrors().corrected().ifPresent(built::setEccCorrectedCount);
        seen.slow().ecc().volatileErrors().uncorrected().ifPresent(built::setEccUncorrectedCount);
        seen.slow().pcie().generation().ifPresent(built::setPcieGeneration);
        seen.slow().pcie().width().ifPresent(built::setPcieWidthLanes);
        built.setNvlinkActiveCount(seen.slow().nvLinkUsableCount());
    }

    private static ObservedUse use(Use use) {
        var built = ObservedUse.newBuilder()
                .setPodUid(use.container().map(ContainerKey::podUid).orElse(""))
                .setContainer(use.container().map(ContainerKey::container).orElse(""))
                .setDeviceUuid(use.deviceUuid())
                .addAllPids(use.pids());
        use.memoryMib().ifPresent(built::setMemoryMib);
        use.smPermille().ifPresent(built::setSmPermille);
        return built.build();
    }
}
