package dev.basalt.core.device;

import java.util.Arrays;

/** How each pair of a node's devices is connected: shape {@code [size][size]} by slot, symmetric. */
public final class LinkMatrix {
    private final int size;
    private final byte[] kinds;
    private final byte[] lanes;

    private LinkMatrix(int size, byte[] kinds, byte[] lanes) {
        this.size = size;
        this.kinds = kinds;
        this.lanes = lanes;
    }

    /** Kinds of path between two devices, best first, as {@code nvidia-smi topo -m} names them. */
    public enum Kind {
        SELF,
        NVLINK,
        PIX,
        PXB,
        PHB,
        NODE,
        SYS
    }

    /** Devices that know nothing of each other: every pair crosses the CPU interconnect. */
    public static LinkMatrix unconnected(int size) {
        byte[] kinds = new byte[size * size];
        Arrays.fill(kinds, (byte) Kind.SYS.ordinal());
        for (int slot = 0; slot < size; slot++) {
            kinds[slot * size + slot] = (byte) Kind.SELF.ordinal();
        }
        return new LinkMatrix(size, kinds, new byte[size * size]);
    }

    /** The same matrix with one pair (both directions) set; {@code lanes} counts bonded NVLinks, 0 for PCIe paths. */
    public LinkMatrix with(int from, int to, Kind kind, int laneCount) {
        byte[] newKinds = kinds.clone();
        byte[] newLanes = lanes.clone();
        for (int at : new int[] {from * size + to, to * size + from}) {
            newKinds[at] = (byte) kind.ordinal();
            newLanes[at] = (byte) laneCount;
        }
        return new LinkMatrix(size, newKinds, newLanes);
    }

    /** Count of devices. */
    public int size() {
        return size;
    }

    /** The path between two slots. */
    public Kind kind(int from, int to) {
        return KINDS[kinds[from * size + to]];
    }

    /** Bonded NVLinks between two slots; 0 when the path is not NVLink. */
    public int laneCount(int from, int to) {
        return lanes[from * size + to];
    }

    private static final Kind[] KINDS = Kind.values();

    @Override
    public boolean equals(Object other) {
        return other instanceof LinkMatrix that
                && size == that.size
                && Arrays.equals(kinds, that.kinds)
                && Arrays.equals(lanes, that.lanes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(kinds) * 31 + Arrays.hashCode(lanes);
    }

    @Override
    public String toString() {
        return "LinkMatrix[size=" + size + "]";
    }
}
