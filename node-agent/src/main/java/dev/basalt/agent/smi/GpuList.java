package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.format;

import dev.basalt.agent.smi.SmiReport.Gone;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Mig;
import dev.basalt.agent.smi.SmiReport.Seen;

/** {@code -L}: one line for each GPU and MIG device. */
final class GpuList {
    private GpuList() {}

    static void print(SmiReport report, StringBuilder out) {
        if (report.gpus().isEmpty()) {
            out.append(format("No devices were found%n"));
        }
        for (Gpu gpu : report.gpus()) {
            switch (gpu) {
                case Seen seen -> seen(seen, out);
                case Gone gone ->
                    out.append(format(
                            "GPU %d: ERR! %s [%s]%n",
                            gone.index(), gone.status().meaning(), gone.status()));
            }
        }
    }

    private static void seen(Seen gpu, StringBuilder out) {
        String name = Cells.printable(gpu.identity().name());
        out.append(format(
                "GPU %d: %s (UUID: %s)%n", gpu.index(), name, gpu.identity().uuid()));
        for (Mig mig : gpu.migs()) {
            out.append(format(
                    "  MIG %-12sDevice %2d: (UUID: %s)%n",
                    mig.instance().profile(), mig.index(), mig.instance().uuid()));
        }
    }
}
