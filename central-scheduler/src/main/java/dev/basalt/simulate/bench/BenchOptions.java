package dev.basalt.simulate.bench;

/**
 * How to measure.
 *
 * @param nodeCount nodes of the large cluster, at least 100
 * @param repeats measured runs of each case, at least 1; the median is told
 * @param json one JSON object instead of a table
 */
public record BenchOptions(int nodeCount, int repeats, boolean json) {
    /** Fewest nodes that say anything. */
    public static final int LEAST_NODES = 100;

    /** The sizes of the budgets. */
    public static final BenchOptions DEFAULT = new BenchOptions(10_000, 7, false);

    public BenchOptions {
        if (nodeCount < LEAST_NODES || repeats < 1) {
            throw new IllegalArgumentException("bench: nodeCount " + nodeCount + " must be at least " + LEAST_NODES
                    + ", repeats " + repeats + " at least 1");
        }
    }
}
