package dev.basalt.core.model;

/** Who makes a gang's pods, and makes them anew when they go. */
public enum PodOwnership {
    /** Basalt does: it creates, replaces and removes them. */
    MANAGED,
    /** Another controller does, for example a Job's: one that is evicted comes again, Basalt makes none. */
    CONTROLLER,
    /** Nobody does: a bare pod that is gone stays gone, so Basalt ends none to help another. */
    BARE
}
