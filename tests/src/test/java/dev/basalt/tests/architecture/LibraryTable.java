package dev.basalt.tests.architecture;

import java.util.List;

/**
 * Which of our packages may touch which library. A library that is not listed is free; the JDK in the core has its own
 * rule.
 */
final class LibraryTable {
    /** Classes below {@code library} are only for packages in {@code users}, relative to {@code dev.basalt}. */
    record Row(String library, List<String> users) {}

    private static final List<String> WIRE = List.of(
            "proto", "agent", "agents", "admin", "web", "ledger", "store", "cli", "wire", "transport", "server");

    static final List<Row> ROWS = List.of(
            new Row("java.lang.foreign", List.of("nvml.foreign")),
            new Row("org.rocksdb", List.of("store.rocks")),
            new Row("io.fabric8.kubernetes.client", List.of("kubernetes")),
            new Row("io.fabric8", List.of("kubernetes", "manifest")),
            new Row("io.grpc", WIRE),
            new Row("com.google.protobuf", WIRE),
            new Row("com.google.rpc", WIRE),
            new Row("io.netty", WIRE),
            new Row("io.micrometer", List.of("metrics", "config", "server")),
            new Row("picocli", List.of("cli", "agent")),
            new Row("com.google.common", List.of("proto")));

    private LibraryTable() {}

    static boolean allows(String fromPackage, String className) {
        return ROWS.stream()
                .filter(row -> className.startsWith(row.library() + "."))
                .findFirst()
                .map(row -> row.users().stream().anyMatch(user -> ImportTable.isIn(fromPackage, "dev.basalt." + user)))
                .orElse(true);
    }
}
