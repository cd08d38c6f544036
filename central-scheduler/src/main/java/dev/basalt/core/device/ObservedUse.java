package dev.basalt.core.device;

import java.util.List;

/**
 * Live use that an agent measured. Informs people and watchdogs; never triggers planning.
 *
 * @param podUid pod the processes belong to; empty for processes of nobody Basalt knows
 * @param container container name; empty when unknown
 * @param deviceUuid device
 * @param pids processes on the node
 * @param memoryMib device memory in use
 * @param smPercent share of the device's compute in the last second, 0..100; -1 when unknown
 */
public record ObservedUse(
        String podUid, String container, String deviceUuid, List<Integer> pids, long memoryMib, int smPercent) {
    public ObservedUse {
        pids = List.copyOf(pids);
    }
}
