package dev.basalt.agent.limit;

/**
 * When in the life of its pod a container runs: what decides whether its use adds to that of the pod's other
 * containers.
 */
public enum Phase {
    INIT,
    RESTARTABLE_INIT,
    MAIN
}
