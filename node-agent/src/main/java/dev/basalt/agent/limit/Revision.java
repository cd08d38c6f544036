package dev.basalt.agent.limit;

/**
 * When something was decided: generations count within an epoch.
 *
 * @param epoch of the leader, from 1; 0 is "never"
 * @param generation of the node's desired limits within the epoch
 */
public record Revision(long epoch, long generation) implements Comparable<Revision> {
    public static final Revision NONE = new Revision(0, 0);

    public Revision {
        if (epoch < 0 || generation < 0) {
            throw new IllegalArgumentException(
                    "Epoch and generation must not be negative, have " + epoch + " and " + generation);
        }
    }

    public boolean olderThan(Revision other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Revision other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(generation, other.generation);
    }
}
