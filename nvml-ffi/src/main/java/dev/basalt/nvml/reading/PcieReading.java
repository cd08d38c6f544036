package dev.basalt.nvml.reading;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The GPU's PCIe link. Consumer boards drop to generation 1 when idle.
 *
 * @param generation now
 * @param maxGeneration highest that GPU and slot can do
 * @param width lanes now
 * @param maxWidth most lanes
 * @param replays since the driver was loaded
 * @param sentBytes counter of bytes sent by the GPU; newer drivers only
 * @param receivedBytes counter of bytes received by the GPU; newer drivers only
 */
public record PcieReading(
        OptionalInt generation,
        OptionalInt maxGeneration,
        OptionalInt width,
        OptionalInt maxWidth,
        OptionalInt replays,
        OptionalLong sentBytes,
        OptionalLong receivedBytes) {

    /**
     * Traffic seen from the GPU.
     *
     * @param sentKilobytePerSecond from the GPU to the host
     * @param receivedKilobytePerSecond from the host to the GPU
     */
    public record Throughput(int sentKilobytePerSecond, int receivedKilobytePerSecond) {}
}
