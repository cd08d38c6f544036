package dev.basalt.nvml.reading;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Memory errors and what the driver did about them.
 *
 * @param enabled ECC in force
 * @param pendingEnabled ECC in force after the next reboot
 * @param volatileErrors since the driver was loaded
 * @param aggregateErrors over the board's life
 * @param remappedRows Ampere and newer
 * @param retirementPending pages wait for a reboot to be retired (before Ampere)
 * @param recoveryAction NVML's number: 0 none, 1 GPU reset, 2 node reboot, 3 drain P2P, 4 drain and reset
 */
public record EccReading(
        Optional<Boolean> enabled,
        Optional<Boolean> pendingEnabled,
        Errors volatileErrors,
        Errors aggregateErrors,
        Optional<RemappedRows> remappedRows,
        Optional<Boolean> retirementPending,
        OptionalInt recoveryAction) {

    /**
     * Error counts.
     *
     * @param corrected single-bit errors
     * @param uncorrected double-bit errors; data was lost
     */
    public record Errors(OptionalLong corrected, OptionalLong uncorrected) {}

    /**
     * Rows of memory replaced by spare ones.
     *
     * @param corrected because of correctable errors
     * @param uncorrected because of uncorrectable errors
     * @param pending a remap waits for a GPU reset
     * @param failed a remap failed; the board should be replaced
     */
    public record RemappedRows(int corrected, int uncorrected, boolean pending, boolean failed) {}
}
