package dev.basalt.core.snapshot;

import java.util.List;

/** The cluster at one moment; never changes. Nodes are numbered 0..n-1 in the order of their names. */
public final class ClusterSnapshot {
    private final List<NodeFacts> nodes;

    ClusterSnapshot(List<NodeFacts> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    public int nodeCount() {
        return nodes.size();
    }

    /** Facts of node {@code node}. */
    public NodeFacts facts(int node) {
        return nodes.get(node);
    }
}
