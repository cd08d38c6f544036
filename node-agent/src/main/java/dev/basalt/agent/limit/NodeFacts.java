package dev.basalt.agent.limit;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the agent sees on its node.
 *
 * @param devices room of each device that is known, by UUID
 * @param running containers of which something runs
 */
public record NodeFacts(SortedMap<String, DeviceRoom> devices, SortedSet<ContainerKey> running) {
    public NodeFacts {
        devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
        running = Collections.unmodifiableSortedSet(new TreeSet<>(running));
    }

    /**
     * What a device has to give.
     *
     * @param memoryMib total less what driver and firmware keep
     * @param corePermille to give away
     * @param splitCount at most so many pods at once; 0 is not said
     * @param rungs ways of enforcing that it offers, strongest first
     */
    public record DeviceRoom(long memoryMib, int corePermille, int splitCount, List<Rung> rungs) {
        public DeviceRoom {
            rungs = List.copyOf(rungs);
        }
    }
}
