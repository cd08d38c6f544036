package dev.basalt.agent.smi;

import dev.basalt.agent.smi.SmiReport.Gone;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Mig;
import dev.basalt.agent.smi.SmiReport.NamedProcess;
import dev.basalt.agent.smi.SmiReport.Seen;
import dev.basalt.nvml.DeviceSlot;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.reading.RunningProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Reads every GPU on a thread of its own, so that one that is lost or hangs costs only its own place. */
final class SmiReader {
    private final Nvml nvml;
    private final Duration patience;

    /**
     * @param nvml to read from
     * @param patience how long a GPU may take before it counts as hanging
     */
    SmiReader(Nvml nvml, Duration patience) {
        this.nvml = nvml;
        this.patience = patience;
    }

    /** All GPUs; one that fails or hangs is {@link Gone}. */
    SmiReport report() {
        var readings = new ArrayList<CompletableFuture<Gpu>>();
        for (DeviceSlot slot : nvml.devices()) {
            readings.add(
                    switch (slot) {
                        case DeviceSlot.Present present -> onOwnThread(() -> seen(present));
                        case DeviceSlot.Unreachable lost ->
                            CompletableFuture.<Gpu>completedFuture(new Gone(lost.index(), lost.status()));
                    });
        }
        long deadline = System.nanoTime() + patience.toNanos();
        var gpus = new ArrayList<Gpu>();
        for (int index = 0; index < readings.size(); index++) {
            gpus.add(await(readings.get(index), index, deadline));
        }
        return new SmiReport(nvml.driver(), gpus);
    }

    private static CompletableFuture<Gpu> onOwnThread(Supplier<Gpu> read) {
        var future = new CompletableFuture<Gpu>();
        Thread.ofPlatform().daemon().name("smi-gpu").start(() -> {
            try {
                future.complete(read.get());
            } catch (RuntimeException failed) {
                future.completeExceptionally(failed);
            }
        });
        return future;
    }

    private static Gpu await(CompletableFuture<Gpu> reading, int index, long deadline) {
        try {
            return reading.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException hanging) {
            return new Gone(index, NvmlStatus.TIMEOUT);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NvmlException nvml) {
                return new Gone(index, nvml.status());
            }
            throw new IllegalStateException("reading GPU " + index + " failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new Gone(index, NvmlStatus.TIMEOUT);
        }
    }

    private Gpu seen(DeviceSlot.Present slot) {
        NvmlDevice device = slot.device();
        return new Seen(
                slot.index(),
                device.identity(),
                device.modes(),
                device.memory(),
                device.utilization(),
                device.power(),
                device.thermal(),
                device.clocks(),
                device.ecc(),
                device.pcie(),
                named(device.processes()),
                migs(device));
    }

    private List<NamedProcess> named(List<RunningProcess> processes) {
        var named = new ArrayList<NamedProcess>();
        for (RunningProcess process : processes) {
            named.add(new NamedProcess(process, nvml.processName(process.pid()).orElse("")));
        }
        return named;
    }

    private static List<Mig> migs(NvmlDevice device) {
        var migs = new ArrayList<Mig>();
        for (NvmlDevice.MigSlot slot : device.migDevices()) {
            migs.add(new Mig(
                    slot.index(),
                    slot.instance(),
                    slot.device().memory(),
                    slot.device().bar1Memory()));
        }
        return migs;
    }
}
