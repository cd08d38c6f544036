package dev.basalt.nvml.link;

import java.util.Optional;

/** How far apart two GPUs are over PCIe, nearest first (nvml.h, nvmlGpuTopologyLevel_t). */
public enum TopologyLevel {
    /** On the same board. */
    INTERNAL(0, "PIX"),
    /** At most one PCIe bridge between them. */
    SINGLE(10, "PIX"),
    /** Several PCIe bridges, not through the host bridge. */
    MULTIPLE(20, "PXB"),
    /** Through one host bridge. */
    HOSTBRIDGE(30, "PHB"),
    /** Through host bridges of one NUMA node. */
    NODE(40, "NODE"),
    /** Across NUMA nodes. */
    SYSTEM(50, "SYS");

    private final int code;
    private final String label;

    TopologyLevel(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** NVML's number. */
    public int code() {
        return code;
    }

    /** What the matrix of {@code topo -m} prints. */
    public String label() {
        return label;
    }

    /** The level of NVML's number; empty for one that this version does not know. */
    public static Optional<TopologyLevel> of(int code) {
        for (TopologyLevel level : values()) {
            if (level.code == code) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
