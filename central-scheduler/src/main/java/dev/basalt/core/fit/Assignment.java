package dev.basalt.core.fit;

import dev.basalt.core.snapshot.PodDevices;
import java.util.List;

/**
 * Devices of one node for all GPU asks of one pod.
 *
 * @param takes in the order of asks, then slots
 * @param use what the pod takes of each device
 */
public record Assignment(List<Take> takes, PodDevices use) {
    public Assignment {
        takes = List.copyOf(takes);
    }

    /**
     * One device for one ask.
     *
     * @param ask position of the ask in its shape
     * @param slot device
     * @param memoryMib memory; all that is grantable when exclusive
     * @param corePermille compute
     * @param exclusive whether the device is taken alone
     */
    public record Take(int ask, int slot, long memoryMib, int corePermille, boolean exclusive)
            implements Comparable<Take> {
        @Override
        public int compareTo(Take other) {
            int byAsk = Integer.compare(ask, other.ask);
            return byAsk != 0 ? byAsk : Integer.compare(slot, other.slot);
        }
    }
}
