package dev.basalt.nvml.reading;

import java.util.OptionalLong;

/**
 * Memory of a GPU. {@code used} leaves out what the driver reserves where the driver tells them apart; a driver that
 * does not (before R510) counts the reserve as used, and then {@code reservedBytes} is empty.
 *
 * @param totalBytes all of it
 * @param reservedBytes kept by driver and firmware; nobody can allocate it
 * @param freeBytes can be allocated
 * @param usedBytes allocated
 */
public record MemoryReading(long totalBytes, OptionalLong reservedBytes, long freeBytes, long usedBytes) {
    private static final long BYTES_PER_MIB = 1L << 20;

    /** Total in MiB, rounded down. */
    public long totalMib() {
        return totalBytes / BYTES_PER_MIB;
    }

    /** Reserved in MiB, rounded up; 0 when the driver does not tell. */
    public long reservedMib() {
        return Math.ceilDiv(reservedBytes.orElse(0), BYTES_PER_MIB);
    }

    /** Used in MiB, rounded down. */
    public long usedMib() {
        return usedBytes / BYTES_PER_MIB;
    }

    /** Free in MiB, rounded down. */
    public long freeMib() {
        return freeBytes / BYTES_PER_MIB;
    }
}
