package dev.basalt.nvml.reading;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Clocks and why they are not higher.
 *
 * @param current now
 * @param max highest the board can run
 * @param eventReasons bit mask of {@code nvmlClocksEventReason*}
 * @param performanceState 0 (fastest) to 15
 */
public record ClockReading(Clocks current, Clocks max, OptionalLong eventReasons, OptionalInt performanceState) {
    /** Bits of {@link #eventReasons} that mean trouble: hardware slowdown, software and hardware heat, power brake. */
    public static final long SLOWDOWN_MASK = 0x8 | 0x20 | 0x40 | 0x80;

    /**
     * One clock for each domain.
     *
     * @param graphicsMegahertz shader clock
     * @param smMegahertz multiprocessor clock
     * @param memoryMegahertz memory clock
     * @param videoMegahertz video engine clock
     */
    public record Clocks(
            OptionalInt graphicsMegahertz,
            OptionalInt smMegahertz,
            OptionalInt memoryMegahertz,
            OptionalInt videoMegahertz) {}
}
