package dev.basalt.nvml;

/**
 * One place of NVML's enumeration. A GPU that cannot be opened keeps its place, so that one broken GPU never hides its
 * neighbours.
 */
public sealed interface DeviceSlot {
    /** NVML's index, from 0; not stable across reboots and not the minor number. */
    int index();

    /** A GPU that answered. */
    record Present(int index, NvmlDevice device) implements DeviceSlot {}

    /** A GPU that NVML counts but could not open, and why. */
    record Unreachable(int index, NvmlStatus status) implements DeviceSlot {}
}
