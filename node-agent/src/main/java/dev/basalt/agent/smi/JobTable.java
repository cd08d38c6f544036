package dev.basalt.agent.smi;

import static dev.basalt.agent.smi.Cells.format;

import dev.basalt.agent.smi.AgentStatus.Grant;
import dev.basalt.agent.smi.AgentStatus.Use;
import dev.basalt.agent.smi.SmiReport.Gpu;
import dev.basalt.agent.smi.SmiReport.Seen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The table that nvidia-smi lacks: whose jobs run on which GPU, within which limits, and what they use of them. */
final class JobTable {
    private static final long STALE_MILLIS = 10_000;
    private static final int NAME_WIDTH = 20;
    private static final int PERMILLE_PER_PERCENT = 10;
    private static final String UNKNOWN_GPU = "?";
    private static final String ROW = "|%5s  %-20s %-24s %20s   %12s |%n";

    private final SmiReport report;
    private final AgentStatus status;

    JobTable(SmiReport report, AgentStatus status) {
        this.report = report;
        this.status = status;
    }

    /** One printed line; {@code order} is the GPU's index, with unknown GPUs last. */
    private record Row(int order, String text) {}

    void print(long nowUnixMillis, StringBuilder out) {
        out.append('\n').append(Cells.frame("+", '-')).append('\n');
        out.append(Cells.wide(" Jobs on " + status.node() + ", " + link())).append('\n');
        long age = nowUnixMillis - status.writtenUnixMillis();
        if (age > STALE_MILLIS) {
            out.append(Cells.wide(" This is " + age / 1000 + " s old. Maybe the agent is down."))
                    .append('\n');
        }
        out.append(format(ROW, "GPU", "Job", "Task (state)", "Memory:", "Cores:"));
        out.append(format(ROW, "", "", "", "Used /     Limit", "Used / Limit"));
        out.append(Cells.frame("|", '=')).append('\n');
        List<Row> rows = rows();
        rows.stream().sorted(Comparator.comparingInt(Row::order)).forEach(row -> out.append(row.text));
        if (rows.isEmpty()) {
            out.append(Cells.wide("  No jobs hold GPUs here")).append('\n');
        }
        for (AgentStatus.Health health : status.devices()) {
            if (!health.isGood()) {
                out.append(Cells.wide(sick(health))).append('\n');
            }
        }
        out.append(Cells.frame("+", '-')).append('\n');
    }

    private String sick(AgentStatus.Health health) {
        int index = indexOf(health.deviceUuid());
        String gpu = index < 0 ? health.deviceUuid() : "GPU " + index;
        String reason = health.reason().isEmpty() ? "" : ": " + Cells.printable(health.reason());
        return "  " + gpu + " gets no new jobs, it is " + health.state() + reason;
    }

    private String link() {
        AgentStatus.Link link = status.link();
        return link.scheduler().isEmpty()
                ? "no scheduler"
                : "scheduler " + link.scheduler() + " " + link.state() + ", epoch " + link.epoch();
    }

    private List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (Grant grant : status.grants()) {
            Optional<Use> use = status.useOf(grant);
            rows.add(row(
                    grant.deviceUuid(),
                    grant.job(),
                    grant.task() + " (" + Cells.printable(status.stateOf(grant)).toLowerCase(java.util.Locale.ROOT)
                            + ")",
                    memory(use) + " / " + format("%9s", grant.memoryMib() + "MiB"),
                    cores(use) + " / " + format("%4s", percent(grant.corePermille()))));
        }
        for (Use use : status.unmanaged()) {
            rows.add(row(
                    use.deviceUuid(),
                    "(no job)",
                    "",
                    memory(Optional.of(use)) + " /        no",
                    cores(Optional.of(use)) + " /   no"));
        }
        return rows;
    }

    private Row row(String deviceUuid, String job, String task, String memory, String cores) {
        int index = indexOf(deviceUuid);
        return new Row(
                index < 0 ? Integer.MAX_VALUE : index,
                format(
                        ROW,
                        index < 0 ? UNKNOWN_GPU : Integer.toString(index),
                        Cells.keepEnd(Cells.printable(job), NAME_WIDTH),
                        Cells.keepEnd(Cells.printable(task), NAME_WIDTH + 4),
                        memory,
                        cores));
    }

    private int indexOf(String deviceUuid) {
        for (Gpu gpu : report.gpus()) {
            if (gpu instanceof Seen seen && has(seen, deviceUuid)) {
                return seen.index();
            }
        }
        return -1;
    }

    private static boolean has(Seen gpu, String uuid) {
        return gpu.identity().uuid().equals(uuid)
                || gpu.migs().stream().anyMatch(mig -> mig.instance().uuid().equals(uuid));
    }

    private static String memory(Optional<Use> use) {
        OptionalLong mib = use.map(Use::memoryMib).orElse(OptionalLong.of(0));
        return mib.isPresent() ? mib.getAsLong() + "MiB" : Cells.NOT_AVAILABLE;
    }

    private static String cores(Optional<Use> use) {
        OptionalLong permille = use.map(Use::smPermille).orElse(OptionalLong.empty());
        return permille.isPresent() ? percent((int) permille.getAsLong()) : "-";
    }

    /** 0 means that no share of the cores was asked for. */
    private static String percent(int permille) {
        return permille / PERMILLE_PER_PERCENT + "%";
    }
}
