package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.NOT_AVAILABLE;
import static dev.basalt.agent.smi.Cells.format;
import static dev.basalt.agent.smi.Cells.orNotAvailable;

import dev.basalt.agent.smi.SmiReport.Gone;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Seen;
import dev.basalt.nvml.DriverInfo;
import dev.basalt.nvml.reading.DeviceModes.ComputeMode;
import dev.basalt.nvml.reading.DeviceModes.MigMode;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.MemoryReading;
import java.util.Optional;
import java.util.OptionalLong;

/** The table of GPUs: three cells of 41, 24 and 22 columns, three rows for each GPU, as nvidia-smi R590 lays it out. */
final class GpuTable {
    private static final String JOINT = "+" + "-".repeat(41) + "+" + "-".repeat(24) + "+" + "-".repeat(22) + "+";
    private static final String HEAD_END = "|" + "=".repeat(41) + "+" + "=".repeat(24) + "+" + "=".repeat(22) + "|";
    private static final int NAME_WIDTH = 27;

    private GpuTable() {}

    static void print(SmiReport report, String version, StringBuilder out) {
        DriverInfo driver = report.driver();
        line(out, Cells.frame("+", '-'));
        line(
                out,
                format(
                        "| BASALT-SMI %-23sDriver Version: %-15sCUDA Version: %-9s|",
                        version, driver.driverVersion(), driver.cudaText()));
        line(out, JOINT);
        line(out, "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |");
        line(out, "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |");
        line(out, "|                                         |                        |               MIG M. |");
        line(out, HEAD_END);
        for (Gpu gpu : report.gpus()) {
            switch (gpu) {
                case Seen seen -> seen(seen, out);
                case Gone gone -> gone(gone, out);
            }
            line(out, JOINT);
        }
        if (report.gpus().isEmpty()) {
            line(out, Cells.wide("  No devices were found"));
            line(out, JOINT);
        }
    }

    private static void seen(Seen gpu, StringBuilder out) {
        String name = Cells.shorten(Cells.printable(gpu.identity().name()), NAME_WIDTH);
        line(
                out,
                format(
                        "|%4d  %-27s    %-3s |   %16s %3s |%21s |",
                        gpu.index(),
                        name,
                        onOff(gpu.modes().persistence()),
                        gpu.identity().pci().text(),
                        onOff(gpu.modes().displayActive()),
                        eccCell(gpu)));
        line(
                out,
                format(
                        "|%4s%6s    %-4s%14s / %5s |%s|%8s %12s |",
                        orNotAvailable(gpu.thermal().fanPercent(), "%"),
                        orNotAvailable(gpu.thermal().gpuCelsius(), "C"),
                        performance(gpu),
                        Cells.watt(gpu.power().drawMilliwatt()),
                        cap(gpu),
                        memory(gpu.memory()),
                        gpu.utilization().map(use -> use.gpuPercent() + "%").orElse(NOT_AVAILABLE),
                        gpu.modes().compute().map(ComputeMode::label).orElse(NOT_AVAILABLE)));
        line(out, format("|%41s|%24s|%21s |", "", "", mig(gpu.modes().mig())));
    }

    /** A GPU that does not answer keeps its rows, and says why. */
    private static void gone(Gone gpu, StringBuilder out) {
        line(out, format("|%4d  %-35s|%23s |%21s |", gpu.index(), "ERR!", "ERR!", "ERR!"));
        line(out, format("|      %-35s|%23s |%21s |", Cells.shorten(gpu.status().meaning(), 34), "", ""));
        line(out, format("|      %-35s|%23s |%21s |", gpu.status(), "", ""));
    }

    private static String onOff(Optional<Boolean> value) {
        return value.map(on -> on ? "On" : "Off").orElse(NOT_AVAILABLE);
    }

    /** "On" stands in this cell for MIG mode; "Off" for switched off ECC; else the count of uncorrected errors. */
    private static String eccCell(Seen gpu) {
        if (gpu.modes().mig().map(MigMode::enabled).orElse(false)) {
            return "On";
        }
        EccReading ecc = gpu.ecc();
        if (ecc.enabled().isEmpty()) {
            return NOT_AVAILABLE;
        }
        OptionalLong uncorrected = ecc.volatileErrors().uncorrected();
        return !ecc.enabled().get()
                ? "Off"
                : uncorrected.isPresent() ? Long.toString(uncorrected.getAsLong()) : NOT_AVAILABLE;
    }

    private static String performance(Seen gpu) {
        return gpu.clocks().performanceState().isPresent()
                ? "P" + gpu.clocks().performanceState().getAsInt()
                : NOT_AVAILABLE;
    }

    /** The limit in force; where the driver tells none, the limit that was set. */
    private static String cap(Seen gpu) {
        String enforced = Cells.watt(gpu.power().enforcedLimitMilliwatt());
        String cap = enforced.equals(NOT_AVAILABLE) ? Cells.watt(gpu.power().limitMilliwatt()) : enforced;
        return cap.equals(NOT_AVAILABLE) ? "N/A " : cap;
    }

    private static String memory(Optional<MemoryReading> memory) {
        return memory.map(m -> format("%11s / %9s ", m.usedMib() + "MiB", m.totalMib() + "MiB"))
                .orElse(" Not Supported          ");
    }

    /** A star says that the mode changes with the next reset. */
    private static String mig(Optional<MigMode> mode) {
        return mode.map(m -> (m.enabled() ? "Enabled" : "Disabled") + (m.enabled() == m.pendingEnabled() ? "" : "*"))
                .orElse(NOT_AVAILABLE);
    }

    private static void line(StringBuilder out, String text) {
        out.append(text).append('\n');
    }
}
