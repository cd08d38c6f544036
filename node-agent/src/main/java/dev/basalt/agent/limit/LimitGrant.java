package dev.basalt.agent.limit;

import java.util.Optional;

/**
 * What one container may use of one device, as the scheduler decided it.
 *
 * @param key what it is about
 * @param memoryMib at least 0
 * @param corePermille of the device's multiprocessors, 0 to 1000; 0 is no claim
 * @param exclusive no other pod may be on the device
 * @param phase when the container runs
 * @param revision when it was decided as it is now
 * @param deadlineMillis how long after it arrives it ends unless it is committed; 0 is never
 * @param committed its pod is bound, so that no deadline ends it
 * @param rung what shall enforce it; empty leaves the choice to the agent
 * @param owner names for people
 */
public record LimitGrant(
        GrantKey key,
        long memoryMib,
        int corePermille,
        boolean exclusive,
        Phase phase,
        Revision revision,
        long deadlineMillis,
        boolean committed,
        Optional<Rung> rung,
        Owner owner) {
    public LimitGrant {
        if (memoryMib < 0 || corePermille < 0 || corePermille > 1000 || deadlineMillis < 0) {
            throw new IllegalArgumentException(
                    "Grant " + key + " must have memory >= 0 MiB, cores of 0 to 1000 permille and a"
                            + " deadline >= 0 ms, has " + memoryMib + ", " + corePermille + ", " + deadlineMillis);
        }
    }

    /** True when both allow the same, whenever they were decided and however far they have come. */
    public boolean allowsTheSameAs(LimitGrant other) {
        return key.equals(other.key)
                && memoryMib == other.memoryMib
                && corePermille == other.corePermille
                && exclusive == other.exclusive
                && phase == other.phase;
    }

    /** The same with another rung. */
    LimitGrant servedBy(Rung chosen) {
        return new LimitGrant(
                key,
                memoryMib,
                corePermille,
                exclusive,
                phase,
                revision,
                deadlineMillis,
                committed,
                Optional.of(chosen),
                owner);
    }

    /** When in the life of its pod a container runs: what decides whether its use adds to that of the others. */
    public enum Phase {
        INIT,
        RESTARTABLE_INIT,
        MAIN
    }

    /**
     * Names of the grant's user, for people to read; the key decides. Each may be empty.
     *
     * @param deviceSlot of the device on its node
     * @param shareSlot which of the device's shares it takes
     */
    public record Owner(
            String namespace,
            String podName,
            String gangUid,
            String gangName,
            String queue,
            int deviceSlot,
            int shareSlot) {
        public static final Owner UNKNOWN = new Owner("", "", "", "", "", 0, 0);
    }
}
