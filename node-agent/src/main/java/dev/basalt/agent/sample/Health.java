package dev.basalt.agent.sample;

import java.util.Optional;

/**
 * Whether a GPU can be given work.
 *
 * @param state the verdict
 * @param reason why it is not healthy; empty when it is
 * @param lastXid the last Xid the driver reported; 0 is none
 */
public record Health(State state, Optional<Reason> reason, int lastXid) {
    public static final Health HEALTHY = new Health(State.HEALTHY, Optional.empty(), 0);

    /** A verdict, best first. */
    public enum State {
        HEALTHY,
        /** It works with a flaw; it takes new work last. */
        DEGRADED,
        /** It gets no new work. */
        UNHEALTHY,
        /** It no longer answers, or has gone from the bus. */
        LOST
    }

    /** Why a GPU is not healthy. */
    public sealed interface Reason {
        /** A call has not come back. */
        record DriverCallHangs(String call, long sinceMillis) implements Reason {}

        /** A call failed. */
        record NvmlCallFailed(String call, String status) implements Reason {}

        /** The driver reported an error that needs a person or a reset. */
        record CriticalXid(int xid) implements Reason {}

        /** Rows of its memory could not be replaced. */
        record RowRemapFailed() implements Reason {}

        /** A repair of its memory waits for a reset. */
        record MemoryRepairPending() implements Reason {}

        /** Some of its NVLinks are down. */
        record NvLinksDown(int downCount, int linkCount) implements Reason {}
    }
}
