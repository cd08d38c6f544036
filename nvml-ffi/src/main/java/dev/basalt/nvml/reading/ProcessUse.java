package dev.basalt.nvml.reading;

/**
 * How much one process used the engines of a GPU in one sample.
 *
 * @param pid in the driver's pid namespace
 * @param timestampMicros driver's clock
 * @param smPercent multiprocessors, 0 to 100
 * @param memoryPercent memory bandwidth, 0 to 100
 * @param encoderPercent video encoder
 * @param decoderPercent video decoder
 */
public record ProcessUse(
        int pid, long timestampMicros, int smPercent, int memoryPercent, int encoderPercent, int decoderPercent) {}
