package dev.basalt.nvml.link;

import java.util.OptionalInt;

/**
 * What of the host is near a GPU. Sets are empty where the platform does not tell (some containers and VMs).
 *
 * @param cpus CPUs near it
 * @param memoryNodes host NUMA nodes whose memory is near it
 * @param gpuMemoryNode NUMA node that the GPU's own memory forms (Grace boards)
 */
public record Affinity(IndexSet cpus, IndexSet memoryNodes, OptionalInt gpuMemoryNode) {}
