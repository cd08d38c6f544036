package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.ClockReading.Clocks;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.EccReading.Errors;
import dev.basalt.nvml.reading.EccReading.RemappedRows;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.ThermalReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalInt;

/** Use, power, heat, clocks, errors and the PCIe link of one device. */
final class SensorReader {
    private static final int FULL_PERCENT = 100;

    private final Functions functions;
    private final MemorySegment device;

    SensorReader(Functions functions, MemorySegment device) {
        this.functions = functions;
        this.device = device;
    }

    Optional<UtilizationReading> utilization() {
        MemorySegment out = Scratch.ofThread().struct(Layouts.UTILIZATION.byteSize());
        NativeFunction rates = functions.utilizationRates;
        if (!Answers.has(rates, rates.call(device, out))) {
            return Optional.empty();
        }
        int gpu = percent(out.get(JAVA_INT, 0));
        int memory = percent(out.get(JAVA_INT, 4));
        return Optional.of(new UtilizationReading(
                gpu, memory, engine(functions.encoderUtilization), engine(functions.decoderUtilization)));
    }

    private OptionalInt engine(NativeFunction function) {
        Scratch scratch = Scratch.ofThread();
        return Answers.has(function, function.call(device, scratch.a, scratch.b))
                ? OptionalInt.of(percent(scratch.a.get(JAVA_INT, 0)))
                : OptionalInt.empty();
    }

    /** Drivers have sent garbage here under WSL2; above 100 means nothing to anyone. */
    private static int percent(int raw) {
        return Math.clamp(Integer.toUnsignedLong(raw), 0, FULL_PERCENT);
    }

    PowerReading power() {
        Scratch scratch = Scratch.ofThread();
        NativeFunction constraints = functions.powerLimitConstraints;
        boolean limited = Answers.has(constraints, constraints.call(device, scratch.a, scratch.b));
        OptionalInt min = limited ? OptionalInt.of(scratch.a.get(JAVA_INT, 0)) : OptionalInt.empty();
        OptionalInt max = limited ? OptionalInt.of(scratch.b.get(JAVA_INT, 0)) : OptionalInt.empty();
        return new PowerReading(
                Answers.number(functions.powerUsage, device),
                Answers.number(functions.powerLimit, device),
                Answers.number(functions.enforcedPowerLimit, device),
                Answers.number(functions.defaultPowerLimit, device),
                min,
                max,
                Answers.wideNumber(functions.totalEnergy, device));
    }

    ThermalReading thermal() {
        return new ThermalReading(
                Answers.number(functions.temperature, device, 0),
                Fields.read(functions, device, 0, Fields.MEMORY_TEMPERATURE).number(0),
                margin(),
                Answers.number(functions.temperatureThreshold, device, 1),
                Answers.number(functions.temperatureThreshold, device, 0),
                Answers.number(functions.fanSpeed, device));
    }

    private OptionalInt margin() {
        MemorySegment out = Scratch.ofThread().struct(Layouts.MARGIN_TEMPERATURE.byteSize());
        out.set(JAVA_INT, 0, Layouts.versionWord(Layouts.MARGIN_TEMPERATURE, 1));
        NativeFunction function = functions.marginTemperature;
        return Answers.has(function, function.call(device, out))
                ? OptionalInt.of(out.get(JAVA_INT, Layouts.offset(Layouts.MARGIN_TEMPERATURE, "marginTemperature")))
                : OptionalInt.empty();
    }

    ClockReading clocks() {
        return new ClockReading(
                clocks(functions.clockInfo),
                clocks(functions.maxClockInfo),
                Answers.wideNumber(functions.clockEventReasons, device),
                Answers.number(functions.performanceState, device));
    }

    private Clocks clocks(NativeFunction function) {
        return new Clocks(
                Answers.number(function, device, 0),
                Answers.number(function, device, 1),
                Answers.number(function, device, 2),
                Answers.number(function, device, 3));
    }

    EccReading ecc() {
        Scratch scratch = Scratch.ofThread();
        NativeFunction mode = functions.eccMode;
        boolean known = Answers.has(mode, mode.call(device, scratch.a, scratch.b));
        Optional<Boolean> enabled = known ? Optional.of(scratch.a.get(JAVA_INT, 0) != 0) : Optional.empty();
        Optional<Boolean> pending = known ? Optional.of(scratch.b.get(JAVA_INT, 0) != 0) : Optional.empty();
        return new EccReading(
                enabled,
                pending,
                errors(0),
                errors(1),
                remappedRows(),
                Answers.flag(functions.retiredPagesPending, device),
                Fields.read(functions, device, 0, Fields.RECOVERY_ACTION).number(0));
    }

    private Errors errors(int counter) {
        return new Errors(
                Answers.wideNumber(functions.totalEccErrors, device, 0, counter),
                Answers.wideNumber(functions.totalEccErrors, device, 1, counter));
    }

    private Optional<RemappedRows> remappedRows() {
        Scratch s = Scratch.ofThread();
        NativeFunction function = functions.remappedRows;
        if (!Answers.has(function, function.call(device, s.a, s.b, s.c, s.d))) {
            return Optional.empty();
        }
        return Optional.of(new RemappedRows(
                s.a.get(JAVA_INT, 0), s.b.get(JAVA_INT, 0), s.c.get(JAVA_INT, 0) != 0, s.d.get(JAVA_INT, 0) != 0));
    }

    PcieReading pcie() {
        OptionalInt generation = Answers.number(functions.pcieGeneration, device);
        OptionalInt maxGeneration = Answers.number(functions.pcieMaxGeneration, device);
        OptionalInt width = Answers.number(functions.pcieWidth, device);
        OptionalInt maxWidth = Answers.number(functions.pcieMaxWidth, device);
        OptionalInt replays = Answers.number(functions.pcieReplays, device);
        Fields bytes = Fields.read(functions, device, 0, Fields.PCIE_SENT_BYTES, Fields.PCIE_RECEIVED_BYTES);
        return new PcieReading(
                generation, maxGeneration, width, maxWidth, replays, bytes.wideNumber(0), bytes.wideNumber(1));
    }

    /** Selector 0 is what the GPU sends, 1 what it receives (nvml.h, nvmlPcieUtilCounter_t). */
    Optional<PcieReading.Throughput> pcieThroughput() {
        OptionalInt sent = Answers.number(functions.pcieThroughput, device, 0);
        OptionalInt received = Answers.number(functions.pcieThroughput, device, 1);
        return sent.isPresent() && received.isPresent()
                ? Optional.of(new PcieReading.Throughput(sent.getAsInt(), received.getAsInt()))
                : Optional.empty();
    }
}
