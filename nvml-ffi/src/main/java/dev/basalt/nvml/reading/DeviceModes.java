package dev.basalt.nvml.reading;

import java.util.Optional;

/**
 * Switches of a GPU.
 *
 * @param persistence the driver stays attached while nobody uses the GPU
 * @param displayActive a screen is driven by it
 * @param compute who may open it
 * @param mig whether it is split into MIG devices
 */
public record DeviceModes(
        Optional<Boolean> persistence,
        Optional<Boolean> displayActive,
        Optional<ComputeMode> compute,
        Optional<MigMode> mig) {

    /** Who may open a GPU for compute; the ordinal is NVML's number (nvml.h, nvmlComputeMode_t). */
    public enum ComputeMode {
        DEFAULT("Default"),
        EXCLUSIVE_THREAD("E. Thread"),
        PROHIBITED("Prohibited"),
        EXCLUSIVE_PROCESS("E. Process");

        private final String label;

        ComputeMode(String label) {
            this.label = label;
        }

        /** What nvidia-smi's table prints. */
        public String label() {
            return label;
        }
    }

    /**
     * MIG now and after the next reset.
     *
     * @param enabled in force
     * @param pendingEnabled in force after the next GPU reset
     */
    public record MigMode(boolean enabled, boolean pendingEnabled) {}
}
