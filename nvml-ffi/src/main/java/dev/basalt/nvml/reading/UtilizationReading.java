package dev.basalt.nvml.reading;

import java.util.OptionalInt;

/**
 * How busy a GPU was over the driver's last sample period.
 *
 * @param gpuPercent share of time in which a kernel ran, 0 to 100
 * @param memoryPercent share of time in which memory was read or written, 0 to 100
 * @param encoderPercent video encoder
 * @param decoderPercent video decoder
 */
public record UtilizationReading(
        int gpuPercent, int memoryPercent, OptionalInt encoderPercent, OptionalInt decoderPercent) {}
