package dev.basalt.nvml.reading;

import java.util.OptionalInt;

/**
 * Temperatures and fans.
 *
 * @param gpuCelsius the chip
 * @param memoryCelsius HBM; most boards do not tell
 * @param marginCelsius degrees left before the chip slows down (newer boards tell this instead of thresholds)
 * @param slowdownCelsius where the chip slows down
 * @param shutdownCelsius where the chip switches off
 * @param fanPercent of full speed, may exceed 100; passive boards have none
 */
public record ThermalReading(
        OptionalInt gpuCelsius,
        OptionalInt memoryCelsius,
        OptionalInt marginCelsius,
        OptionalInt slowdownCelsius,
        OptionalInt shutdownCelsius,
        OptionalInt fanPercent) {}
