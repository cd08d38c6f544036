package dev.basalt.core.device;

import java.util.List;

/**
 * One schedulable device of a node: a whole GPU or a MIG instance.
 *
 * @param uuid opaque name, unique in the cluster, as NVML gives it
 * @param kind a whole GPU or a MIG instance of one
 * @param model product name, for example {@code NVIDIA A100-SXM4-80GB}
 * @param memoryTotalMib device memory as the driver reports it
 * @param memoryReservedMib part of the total that the driver keeps for itself
 * @param splitCount most containers that may share the device at once (1 = never shared)
 * @param numaNode NUMA node the device is attached to; -1 when unknown
 * @param pciBusId PCI address; empty when unknown
 * @param health whether it may take new work
 * @param rungs ways this node can enforce limits on the device, strongest first
 */
public record Device(
        String uuid,
        Kind kind,
        String model,
        long memoryTotalMib,
        long memoryReservedMib,
        int splitCount,
        int numaNode,
        String pciBusId,
        Health health,
        List<Rung> rungs) {

    /** Cores of every device, in permille of its own compute. */
    public static final int CORE_PERMILLE = 1000;

    /** Containers that may share one GPU unless the node says otherwise (the default of Volcano's device plugin). */
    public static final int DEFAULT_SPLIT_COUNT = 10;

    public Device {
        if (uuid.isEmpty()) {
            throw new IllegalArgumentException("device uuid is empty");
        }
        if (memoryTotalMib < 0 || memoryReservedMib < 0 || memoryReservedMib > memoryTotalMib) {
            throw new IllegalArgumentException("device " + uuid + ": memory total " + memoryTotalMib + " MiB, reserved "
                    + memoryReservedMib + " MiB");
        }
        if (splitCount < 1) {
            throw new IllegalArgumentException("device " + uuid + ": split count " + splitCount);
        }
        rungs = List.copyOf(rungs);
    }

    /** Memory that may be granted, in MiB. */
    public long grantableMib() {
        return memoryTotalMib - memoryReservedMib;
    }

    /** The same device with another health. */
    public Device withHealth(Health newHealth) {
        return new Device(
                uuid, kind, model, memoryTotalMib, memoryReservedMib, splitCount, numaNode, pciBusId, newHealth, rungs);
    }

    /** What the device is made of. */
    public sealed interface Kind {
        /** A whole GPU. */
        record Whole() implements Kind {}

        /**
         * A MIG instance.
         *
         * @param parentUuid UUID of the GPU it was cut from
         * @param profile profile name, for example {@code 1g.10gb}
         * @param placementStart first memory slice
         * @param placementLength memory slices taken
         */
        record MigInstance(String parentUuid, String profile, int placementStart, int placementLength)
                implements Kind {}
    }

    /** Whether a device may take new work. */
    public sealed interface Health {
        /** Takes new work. */
        record Healthy() implements Health {}

        /** Keeps what runs on it, takes no new work. */
        record Unhealthy(String reason) implements Health {}

        /** Fell off the bus or hangs: nothing can be said of what runs on it. */
        record Lost(String reason) implements Health {}
    }

    /** Ways to enforce a limit, strongest first. */
    public enum Rung {
        MIG,
        CGROUP,
        SHIM,
        MPS,
        WATCHDOG
    }
}
