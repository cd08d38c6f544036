package dev.basalt.core.snapshot;

import dev.basalt.core.model.ContainerSpec.Phase;
import java.util.Arrays;

/**
 * What one pod takes of the devices of one node, container by container: columns by slot. Restartable inits and mains
 * add up, inits run one at a time before the mains, so of each quantity a pod takes {@code restartable + max(largest
 * init, sum of mains)}.
 */
public final class PodDevices {
    private static final int PHASES = Phase.values().length;
    private final int slotCount;
    private final long[] mib;
    private final int[] permille;
    private final int[] users;
    private final int[] exclusives;

    public PodDevices(int slotCount) {
        this.slotCount = slotCount;
        mib = new long[slotCount * PHASES];
        permille = new int[slotCount * PHASES];
        users = new int[slotCount * PHASES];
        exclusives = new int[slotCount * PHASES];
    }

    /** Adds what a container takes of the device in {@code slot}. */
    public void add(int slot, Phase phase, long memoryMib, int corePermille, boolean exclusive) {
        int at = slot * PHASES + phase.ordinal();
        int alone = exclusive ? 1 : 0;
        if (phase == Phase.INIT) {
            mib[at] = Math.max(mib[at], memoryMib);
            permille[at] = Math.max(permille[at], corePermille);
            users[at] = 1;
            exclusives[at] = Math.max(exclusives[at], alone);
        } else {
            mib[at] += memoryMib;
            permille[at] += corePermille;
            users[at] += 1;
            exclusives[at] += alone;
        }
    }

    /** A copy that can go its own way. */
    public PodDevices copy() {
        PodDevices copy = new PodDevices(slotCount);
        System.arraycopy(mib, 0, copy.mib, 0, mib.length);
        System.arraycopy(permille, 0, copy.permille, 0, permille.length);
        System.arraycopy(users, 0, copy.users, 0, users.length);
        System.arraycopy(exclusives, 0, copy.exclusives, 0, exclusives.length);
        return copy;
    }

    public int slotCount() {
        return slotCount;
    }

    /** Whether any container uses the device. */
    public boolean uses(int slot) {
        return users(slot) > 0;
    }

    public long memoryMib(int slot) {
        return mib[at(slot, Phase.RESTARTABLE_INIT)] + Math.max(mib[at(slot, Phase.INIT)], mib[at(slot, Phase.MAIN)]);
    }

    public int corePermille(int slot) {
        return peak(permille, slot);
    }

    /** Share slots it takes. */
    public int users(int slot) {
        return peak(users, slot);
    }

    /** Whether the pod needs the device for itself. */
    public boolean exclusive(int slot) {
        return peak(exclusives, slot) > 0;
    }

    /** Whether containers that run beside one of that phase use the device. */
    public boolean usedBeside(int slot, Phase phase) {
        int restartable = users[at(slot, Phase.RESTARTABLE_INIT)];
        int others = switch (phase) {
            case INIT -> 0;
            case MAIN -> users[at(slot, Phase.MAIN)];
            case RESTARTABLE_INIT -> users[at(slot, Phase.MAIN)] + users[at(slot, Phase.INIT)];
        };
        return restartable + others > 0;
    }

    /** Whether containers that run beside one of that phase have the device for themselves. */
    public boolean exclusiveBeside(int slot, Phase phase) {
        int restartable = exclusives[at(slot, Phase.RESTARTABLE_INIT)];
        int others = switch (phase) {
            case INIT -> 0;
            case MAIN -> exclusives[at(slot, Phase.MAIN)];
            case RESTARTABLE_INIT -> exclusives[at(slot, Phase.MAIN)] + exclusives[at(slot, Phase.INIT)];
        };
        return restartable + others > 0;
    }

    private int peak(int[] column, int slot) {
        return column[at(slot, Phase.RESTARTABLE_INIT)]
                + Math.max(column[at(slot, Phase.INIT)], column[at(slot, Phase.MAIN)]);
    }

    private static int at(int slot, Phase phase) {
        return slot * PHASES + phase.ordinal();
    }

    @Override
    public String toString() {
        return "PodDevices[mib=" + Arrays.toString(mib) + ", users=" + Arrays.toString(users) + "]";
    }
}
