package dev.basalt.core.machine;

/**
 * Numbers that go on where they stopped after a restart.
 *
 * @param decision id of the last decision
 * @param generation generation of the last grants
 * @param arrival arrival of the last gang
 */
public record Counters(long decision, long generation, long arrival) {
    /** Nothing happened yet. */
    public static final Counters ZERO = new Counters(0, 0, 0);

    /** The larger of each. */
    public Counters max(Counters other) {
        return new Counters(
                Math.max(decision, other.decision),
                Math.max(generation, other.generation),
                Math.max(arrival, other.arrival));
    }
}
