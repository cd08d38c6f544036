package dev.basalt.agent.smi;

import dev.basalt.agent.smi.SmiReport.Gone;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line of {@code basalt-smi}. */
@Command(
        name = "basalt-smi",
        version = SmiCommand.VERSION,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows the GPUs of this node, the processes on them, and the jobs with their limits.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all GPUs answered",
            "2:wrong arguments",
            "9:the driver is not loaded",
            "12:there is no NVML library",
            "15:a GPU is lost",
            "255:anything else; otherwise NVML's own status"
        })
final class SmiCommand implements Callable<Integer> {
    static final String VERSION = "0.1.0";

    private static final int OTHER_FAILURE = 255;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);

    private final PrintStream out;
    private final PrintStream err;
    private final SmiMain.GpuSource source;
    private final Clock clock;

    @Option(
            names = {"-L", "--list-gpus"},
            description = "One line for each GPU and MIG device.")
    private boolean list;

    @Option(names = "--json", description = "All of it as JSON.")
    private boolean json;

    @Option(
            names = "--fake",
            scope = ScopeType.INHERIT,
            paramLabel = "PROFILE",
            description = "Show a fake machine: a profile's name or file, such as dgxa100, hgx-h100, l40s-8, t4-1.")
    private @Nullable String fakeProfile;

    @Option(
            names = "--state-dir",
            scope = ScopeType.INHERIT,
            paramLabel = "FOLDER",
            defaultValue = "/var/lib/basalt/agent",
            description = "State folder of this node's agent, for its jobs and limits (default: ${DEFAULT-VALUE}).")
    private Path stateFolder = Path.of("/var/lib/basalt/agent");

    @Option(
            names = "--nvml-library",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "NVML library to load; else BASALT_NVML_LIBRARY, else the driver's.")
    private @Nullable Path library;

    SmiCommand(PrintStream out, PrintStream err, SmiMain.GpuSource source, Clock clock) {
        this.out = out;
        this.err = err;
        this.source = source;
        this.clock = clock;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    /** How the GPUs reach each other. */
    @Command(name = "topo", description = "How the GPUs of this node reach each other.")
    int topology(
            @Option(
                            names = {"-m", "--matrix"},
                            required = true,
                            description = "As a matrix.")
                    boolean matrix) {
        return print(Topology::print);
    }

    /** The NVLinks of each GPU. */
    @Command(name = "nvlink", description = "The NVLinks of each GPU.")
    int links(
            @Option(
                            names = {"-s", "--status"},
                            required = true,
                            description = "Which are up, and their speed.")
                    boolean status) {
        return print(LinkList::print);
    }

    /** Prints what it is about; true when every GPU answered. */
    private interface Printer {
        boolean print(Nvml nvml, StringBuilder text);
    }

    private int print(Printer printer) {
        return withNvml(nvml -> {
            var text = new StringBuilder();
            boolean all = printer.print(nvml, text);
            out.print(text);
            return all ? 0 : NvmlStatus.GPU_IS_LOST.code();
        });
    }

    @Override
    public Integer call() {
        return withNvml(this::show);
    }

    private int show(Nvml nvml) {
        SmiReport report = new SmiReader(nvml, PATIENCE).report();
        Optional<AgentStatus> status = agentStatus();
        if (json) {
            out.print(JsonReport.of(report, status));
        } else {
            out.print(text(report, status));
        }
        return exitCode(report);
    }

    private String text(SmiReport report, Optional<AgentStatus> status) {
        var text = new StringBuilder();
        if (list) {
            GpuList.print(report, text);
            return text.toString();
        }
        // As ctime writes it, and with the blanks that nvidia-smi puts behind.
        text.append(ZonedDateTime.now(clock).format(DATE)).append("       \n");
        GpuTable.print(report, VERSION, text);
        MigTable.print(report, text);
        ProcessTable.print(report, text);
        status.ifPresent(agent -> new JobTable(report, agent).print(clock.millis(), text));
        return text.toString();
    }

    /** A status that cannot be read costs the table of jobs, not the GPUs. */
    private Optional<AgentStatus> agentStatus() {
        try {
            return AgentStatus.read(stateFolder);
        } catch (IOException unreadable) {
            err.println("basalt-smi: cannot read the agent's status: " + unreadable.getMessage()
                    + ". Maybe the agent writes it anew in a second: try again.");
            return Optional.empty();
        }
    }

    /** What to do with an open library. */
    private interface NvmlUse {
        int apply(Nvml nvml);
    }

    private int withNvml(NvmlUse use) {
        try (Nvml nvml = source.open(Optional.ofNullable(fakeProfile), Optional.ofNullable(library), stateFolder)) {
            return use.apply(nvml);
        } catch (NvmlException failed) {
            err.println("basalt-smi: " + failed.getMessage());
            return exitCode(failed.status());
        } catch (UncheckedIOException disk) {
            err.println("basalt-smi: " + disk.getMessage());
            return 1;
        } catch (IllegalArgumentException wrong) {
            err.println("basalt-smi: " + wrong.getMessage());
            return 2;
        }
    }

    /** The status of the first GPU that did not answer; the others are shown all the same. */
    private static int exitCode(SmiReport report) {
        for (Gpu gpu : report.gpus()) {
            if (gpu instanceof Gone gone) {
                return exitCode(gone.status());
            }
        }
        return 0;
    }

    private static int exitCode(NvmlStatus status) {
        return status.code() > 0 && status.code() < OTHER_FAILURE ? status.code() : OTHER_FAILURE;
    }
}
