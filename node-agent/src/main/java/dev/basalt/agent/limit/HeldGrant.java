package dev.basalt.agent.limit;

/**
 * A grant that this node has stored.
 *
 * @param grant what was decided
 * @param stage how far it has come
 * @param deadlineAtMillis when it ends unless it is committed, on the agent's monotonic clock; {@link #NEVER} for none
 * @param releasing it was taken back and waits for its container to end
 */
public record HeldGrant(LimitGrant grant, Stage stage, long deadlineAtMillis, boolean releasing) {
    public static final long NEVER = Long.MAX_VALUE;

    /** How far a held grant has come; it only moves on. */
    public enum Stage {
        /** Stored durably. */
        ACCEPTED,
        /** Its pod is bound. */
        COMMITTED,
        /** Its container cannot use more than it says. */
        IN_FORCE
    }

    /** A grant as it is when it arrives. */
    static HeldGrant arriving(LimitGrant grant, long nowMillis) {
        boolean ends = !grant.committed() && grant.deadlineMillis() > 0;
        long deadline = ends ? Math.addExact(nowMillis, grant.deadlineMillis()) : NEVER;
        return new HeldGrant(grant, grant.committed() ? Stage.COMMITTED : Stage.ACCEPTED, deadline, false);
    }

    /** A grant as it was found on disk; a deadline begins anew, because the clock it was counted on has ended. */
    public static HeldGrant recovered(LimitGrant grant, Stage stage, boolean releasing, long nowMillis) {
        HeldGrant arrived = arriving(grant, nowMillis);
        HeldGrant held = stage == Stage.ACCEPTED ? arrived : arrived.at(stage);
        return releasing ? held.draining() : held;
    }

    HeldGrant at(Stage next) {
        return new HeldGrant(grant, next, next == Stage.ACCEPTED ? deadlineAtMillis : NEVER, releasing);
    }

    HeldGrant committed() {
        return stage == Stage.ACCEPTED ? at(Stage.COMMITTED) : this;
    }

    HeldGrant draining() {
        return new HeldGrant(grant, stage, NEVER, true);
    }

    boolean expiredAt(long nowMillis) {
        return stage == Stage.ACCEPTED && nowMillis >= deadlineAtMillis;
    }
}
