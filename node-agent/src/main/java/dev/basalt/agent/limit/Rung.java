package dev.basalt.agent.limit;

/** A way of making a limit hold, strongest first. */
public enum Rung {
    MIG,
    DRIVER_CGROUP,
    CUDA_SHIM,
    MPS,
    WATCHDOG
}
