package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.NOT_AVAILABLE;
import static dev.basalt.agent.smi.Cells.format;

import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.NamedProcess;
import dev.basalt.agent.smi.SmiReport.Seen;
import dev.basalt.nvml.reading.RunningProcess;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The table of processes on GPUs, as nvidia-smi R590 lays it out. */
final class ProcessTable {
    private static final int NAME_WIDTH = 34;

    private ProcessTable() {}

    static void print(SmiReport report, StringBuilder out) {
        out.append('\n').append(Cells.frame("+", '-')).append('\n');
        out.append("""
                | Processes:                                                                              |
                |  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
                |        ID   ID                                                               Usage      |
                """);
        out.append(Cells.frame("|", '=')).append('\n');
        boolean any = false;
        for (Gpu gpu : report.gpus()) {
            if (gpu instanceof Seen seen) {
                for (NamedProcess process : seen.processes()) {
                    row(seen.index(), process, out);
                    any = true;
                }
            }
        }
        if (!any) {
            out.append(Cells.wide("  No running processes found")).append('\n');
        }
        out.append(Cells.frame("+", '-')).append('\n');
    }

    private static void row(int index, NamedProcess named, StringBuilder out) {
        RunningProcess process = named.process();
        String name = named.name().isEmpty() ? "[Not Found]" : Cells.printable(named.name());
        out.append(format(
                "|%5d%6s%5s%16d%7s   %-34s%12s |%n",
                index,
                instance(process.gpuInstance()),
                instance(process.computeInstance()),
                process.pid(),
                process.typeLabel(),
                Cells.keepEnd(name, NAME_WIDTH),
                used(process.usedBytes())));
    }

    private static String instance(OptionalInt id) {
        // Numbers stand one column further left than N/A.
        return id.isPresent() ? id.getAsInt() + " " : NOT_AVAILABLE;
    }

    private static String used(OptionalLong bytes) {
        return bytes.isPresent() ? (bytes.getAsLong() >> 20) + "MiB" : NOT_AVAILABLE;
    }
}
