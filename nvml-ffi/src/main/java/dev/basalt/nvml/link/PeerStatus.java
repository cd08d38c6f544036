package dev.basalt.nvml.link;

/** Whether one GPU may reach another's memory in a given way (nvml.h, nvmlGpuP2PStatus_t). */
public enum PeerStatus {
    OK("OK"),
    CHIPSET_NOT_SUPPORTED("CNS"),
    GPU_NOT_SUPPORTED("GNS"),
    TOPOLOGY_NOT_SUPPORTED("TNS"),
    DISABLED_BY_REGISTRY("DR"),
    NOT_SUPPORTED("NS"),
    UNKNOWN("U");

    /** What is asked (nvml.h, nvmlGpuP2PCapsIndex_t); the ordinal is NVML's number. */
    public enum Capability {
        READ,
        WRITE,
        NVLINK,
        ATOMICS,
        PCI
    }

    private final String label;

    PeerStatus(String label) {
        this.label = label;
    }

    /** What {@code topo -p2p} prints. */
    public String label() {
        return label;
    }

    /** The status of NVML's number, which is the ordinal; {@link #UNKNOWN} for others. */
    public static PeerStatus of(int code) {
        return code >= 0 && code < values().length ? values()[code] : UNKNOWN;
    }
}
