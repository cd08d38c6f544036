package dev.basalt.core.snapshot;

import dev.basalt.core.device.Device;

/**
 * Free parts of devices, by node and slot. Answers are never negative, also where a device or node shrank under its
 * use. A device that is not healthy has nothing free.
 */
public final class GpuColumns {
    private final Columns columns;
    private final Layout layout;

    GpuColumns(Columns columns) {
        this.columns = columns;
        layout = columns.layout;
    }

    /** Devices of a node, counted. */
    public int deviceCount(int node) {
        return layout.offset[node + 1] - layout.offset[node];
    }

    public Device device(int node, int slot) {
        return layout.facts[node].devices().get(slot);
    }

    /** Takes new work. */
    public boolean healthy(int node, int slot) {
        return layout.healthy[layout.offset[node] + slot];
    }

    /** A whole GPU, not a MIG instance. */
    public boolean whole(int node, int slot) {
        return layout.whole[layout.offset[node] + slot];
    }

    /** Healthy and used by nobody. */
    public boolean idle(int node, int slot) {
        int at = layout.offset[node] + slot;
        return layout.healthy[at] && columns.users[at] == 0;
    }

    /** Memory that may be granted when nobody uses the device, in MiB. */
    public int grantableMib(int node, int slot) {
        return layout.grantableMib[layout.offset[node] + slot];
    }

    /** Memory that may still be granted, in MiB. */
    public long freeMib(int node, int slot) {
        int at = layout.offset[node] + slot;
        if (!layout.healthy[at] || columns.exclusives[at] > 0) {
            return 0;
        }
        return Math.max(0, layout.grantableMib[at] - columns.usedMib[at]);
    }

    /** Compute that may still be granted, in permille. */
    public int freePermille(int node, int slot) {
        int at = layout.offset[node] + slot;
        if (!layout.healthy[at] || columns.exclusives[at] > 0) {
            return 0;
        }
        return Math.max(0, Device.CORE_PERMILLE - columns.usedPermille[at]);
    }

    /** Containers that may still join the device. */
    public int freeShareSlots(int node, int slot) {
        int at = layout.offset[node] + slot;
        if (!layout.healthy[at] || columns.exclusives[at] > 0) {
            return 0;
        }
        return Math.max(0, layout.splitCount[at] - columns.users[at]);
    }

    /** Most containers that may share the device. */
    public int splitCount(int node, int slot) {
        return layout.splitCount[layout.offset[node] + slot];
    }

    /** GPU model as a small number; equal models have equal numbers. */
    public int modelId(int node, int slot) {
        return layout.model[layout.offset[node] + slot];
    }

    /** Whole healthy GPUs that nobody uses and that are not promised by count to pods of other schedulers. */
    public int freeGpus(int node) {
        return columns.freeGpus[node];
    }

    /** GPUs promised by count to pods of other schedulers; any idle GPU may turn out to be theirs. */
    public int unattributed(int node) {
        return columns.unattributed[node];
    }
}
