package dev.basalt.core.reason;

/** What may end a gang's wait. */
public sealed interface WakeOn {
    /** Pods that run now end or are evicted. */
    record RoomFreed() implements WakeOn {}

    /** Others of the queue end. */
    record QuotaFreed(String queue) implements WakeOn {}

    /** The queue is created, opened, corrected or given a larger capability. */
    record QueueChanged(String queue) implements WakeOn {}

    /** A node joins, recovers, or changes its labels, taints or devices. */
    record NodesChanged() implements WakeOn {}

    /** More of its own members are created. */
    record MembersArrive(int missing) implements WakeOn {}

    /** Its user changes what it asks for. */
    record GangChanged() implements WakeOn {}

    /** The next planning pass reaches it. */
    record NextPass() implements WakeOn {}
}
