package dev.basalt.tests.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The import table of ARCHITECTURE.md as data: which of our packages may import which others. A row speaks for its
 * package and all below it that have no row of their own; the longest row wins.
 */
final class ImportTable {
    /** One line: {@code from} may import itself and {@code targets}, each with all below it. */
    record Row(String from, List<String> targets) {}

    /**
     * The core from the bottom up: a package imports only packages of lower layers; those of one layer ignore each
     * other.
     */
    private static final List<List<String>> CORE_LAYERS = List.of(
            List.of("device"),
            List.of("model"),
            List.of("reason", "snapshot"),
            List.of("fit", "neighbour"),
            List.of("queue", "filter"),
            List.of("score"),
            List.of("place"),
            List.of("preempt"),
            List.of("plan"),
            List.of("explain"),
            List.of("machine"));

    /** What every adapter sees of the scheduler. Adapters are not in it: they never import each other. */
    private static final List<String> ADAPTER = List.of(
            "proto",
            "core.device",
            "core.model",
            "core.reason",
            "core.snapshot",
            "core.plan",
            "core.explain",
            "core.machine",
            "loop",
            "manifest",
            "wire",
            "transport");

    static final List<Row> ROWS = rows();

    private ImportTable() {}

    private static List<Row> rows() {
        var rows = new ArrayList<Row>();
        rows.add(row("nvml"));
        rows.add(row("store", "proto"));
        rows.add(row("agent", "proto", "nvml"));
        rows.addAll(coreRows());
        rows.add(row("wire", "proto", "core"));
        rows.add(row("transport"));
        rows.add(row("loop", "core"));
        rows.add(row("manifest", "core.device", "core.model", "core.reason"));
        for (var adapter : List.of("kubernetes", "agents", "admin", "web")) {
            rows.add(row(adapter, ADAPTER.toArray(String[]::new)));
        }
        rows.add(row("ledger", "proto", "core.device", "core.model", "core.machine", "loop", "wire", "store"));
        rows.add(row("simulate", "core", "manifest"));
        rows.add(row("config", "metrics"));
        rows.add(row("metrics", "config"));
        rows.add(row("cli", "proto", "config", "simulate", "manifest.text"));
        rows.add(new Row("dev.basalt.server", List.of("dev.basalt")));
        return List.copyOf(rows);
    }

    private static List<Row> coreRows() {
        var rows = new ArrayList<Row>();
        var below = new ArrayList<String>();
        for (var layer : CORE_LAYERS) {
            layer.forEach(name -> rows.add(row("core." + name, below.toArray(String[]::new))));
            layer.forEach(name -> below.add("core." + name));
        }
        return rows;
    }

    private static Row row(String from, String... targets) {
        return new Row(
                "dev.basalt." + from,
                List.of(targets).stream().map(target -> "dev.basalt." + target).toList());
    }

    /** The row that speaks for a package of ours. */
    static Optional<Row> rowOf(String packageName) {
        return ROWS.stream()
                .filter(row -> isIn(packageName, row.from()))
                .reduce((one, other) -> one.from().length() >= other.from().length() ? one : other);
    }

    static boolean allows(String fromPackage, String toPackage) {
        var row = rowOf(fromPackage);
        return row.isPresent()
                && (isIn(toPackage, row.get().from())
                        || row.get().targets().stream().anyMatch(target -> isIn(toPackage, target)));
    }

    static boolean isIn(String packageName, String parent) {
        return packageName.equals(parent) || packageName.startsWith(parent + ".");
    }
}
