package dev.basalt.agent.sample;

import java.util.Optional;

/**
 * All that is known of one GPU at one moment.
 *
 * @param uuid of the GPU
 * @param facts what it is; empty while the driver has not told yet
 * @param reading how it does; empty while there is none
 * @param health whether it can be given work
 */
public record GpuState(String uuid, Optional<GpuFacts> facts, Optional<GpuReading> reading, Health health) {}
