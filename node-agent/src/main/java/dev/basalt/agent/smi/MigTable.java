package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.format;

import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Mig;
import dev.basalt.agent.smi.SmiReport.Seen;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.MigInstance;
import java.util.Optional;

/** The table of MIG devices; not there when no GPU has any. */
final class MigTable {
    private static final String JOINT =
            "+" + "-".repeat(18) + "+" + "-".repeat(34) + "+" + "-".repeat(11) + "+" + "-".repeat(23) + "+\n";

    private MigTable() {}

    static void print(SmiReport report, StringBuilder out) {
        boolean any = report.gpus().stream()
                .anyMatch(gpu -> gpu instanceof Seen seen && !seen.migs().isEmpty());
        if (!any) {
            return;
        }
        out.append('\n').append(Cells.frame("+", '-')).append('\n');
        out.append(Cells.wide(" MIG devices:")).append('\n').append(JOINT);
        out.append("""
                | GPU  GI  CI  MIG |              Shared Memory-Usage |        Vol|        Shared         |
                |      ID  ID  Dev |                Shared BAR1-Usage | SM     Unc| CE ENC  DEC  OFA  JPG |
                |                  |                                  |        ECC|                       |
                """);
        out.append(JOINT.replace('-', '=').replaceFirst("\\+", "|").replaceFirst("\\+\n$", "|\n"));
        for (Gpu gpu : report.gpus()) {
            if (gpu instanceof Seen seen) {
                for (Mig mig : seen.migs()) {
                    row(seen, mig, out);
                }
            }
        }
    }

    private static void row(Seen gpu, Mig mig, StringBuilder out) {
        MigInstance instance = mig.instance();
        MigInstance.Engines engines = instance.engines();
        out.append(format(
                "|%3d  %3d %3d %3d  |%s|%3d %6s |%3d %3d %4d %4d %4d |%n",
                gpu.index(),
                instance.gpuInstance(),
                instance.computeInstance(),
                mig.index(),
                use(mig.memory()),
                instance.multiprocessors(),
                "0",
                engines.copy(),
                engines.encoders(),
                engines.decoders(),
                engines.opticalFlow(),
                engines.jpeg()));
        out.append(format("|%18s|%s|%11s|%23s|%n", "", use(mig.bar1()), "", "")).append(JOINT);
    }

    private static String use(Optional<MemoryReading> memory) {
        return format(
                "%19s / %8s    ",
                memory.map(m -> m.usedMib() + "MiB").orElse(Cells.NOT_AVAILABLE),
                memory.map(m -> m.totalMib() + "MiB").orElse(Cells.NOT_AVAILABLE));
    }
}
