package dev.basalt.core.machine;

/** Bounds of what the machine keeps and how long it waits where policy says nothing. Times in milliseconds. */
public final class Limits {
    private Limits() {}

    /** Gangs that ended and are kept for people to read; the oldest are forgotten first. */
    public static final int FINISHED_GANGS = 1_000;

    /** Decisions in the published view; older ones are in the ledger. */
    public static final int RECENT_DECISIONS = 256;

    /** Identities of deleted objects of one kind that are remembered, so that late events do not revive them. */
    public static final int TOMBSTONES = 20_000;

    /** Objects that could not be understood and are reported; the oldest are dropped first. */
    public static final int REFUSED_OBJECTS = 256;

    /** A node that failed a gang is not tried again for that gang for this long. */
    public static final long AVOID_NODE_MILLIS = 30_000;

    /** An agent keeps accepted grants for this long beyond the policy's time to accept: the bind happens meanwhile. */
    public static final long BIND_MILLIS = 30_000;

    /** What was asked and not answered is asked again after this long. Every ask may be repeated. */
    public static final long RESEND_MILLIS = 5_000;

    /** A task that runs according to us and not according to its executor's hello is lost after this long. */
    public static final long TASK_MISSING_MILLIS = 10_000;
}
