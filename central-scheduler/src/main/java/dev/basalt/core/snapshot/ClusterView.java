package dev.basalt.core.snapshot;

import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Neighbours.Resident;
import java.util.List;

/**
 * What rules see: nodes by index, in the order of their names, and what is free of them. Either the snapshot, or a
 * plan's trial state in which what the plan has placed so far is taken.
 */
public abstract sealed class ClusterView permits ClusterSnapshot, Statement {
    final Columns columns;
    private final GpuColumns gpus;

    ClusterView(Columns columns) {
        this.columns = columns;
        gpus = new GpuColumns(columns);
    }

    public final int nodeCount() {
        return columns.layout.nodeCount();
    }

    public final NodeFacts facts(int node) {
        return columns.layout.facts[node];
    }

    public final String nodeName(int node) {
        return columns.layout.names.get(node);
    }

    /** Index of the node of that name, or -1. */
    public final int nodeIndex(String nodeName) {
        return columns.layout.nodeIndex(nodeName);
    }

    public final NodeSet allNodes() {
        return NodeSet.all(nodeCount());
    }

    /** Nodes whose kubelet answers. */
    public final NodeSet readyNodes() {
        return columns.layout.ready;
    }

    /** Nodes that are neither cordoned nor draining. */
    public final NodeSet openNodes() {
        return columns.layout.open;
    }

    /** Nodes whose agent has spoken under this epoch and still speaks. */
    public final NodeSet agentNodes() {
        return columns.layout.agentHeard;
    }

    public final NodeSet taintedNodes() {
        return columns.layout.tainted;
    }

    /** Nodes that carry the label. */
    public NodeSet nodesWithLabel(String key, String value) {
        NodeSet.Builder nodes = new NodeSet.Builder(nodeCount());
        for (int node = 0; node < nodeCount(); node++) {
            if (value.equals(facts(node).spec().label(key))) {
                nodes.add(node);
            }
        }
        return nodes.build();
    }

    /** Nodes with at least that many whole GPUs free. */
    public final NodeSet nodesWithFreeGpus(int least) {
        NodeSet.Builder nodes = new NodeSet.Builder(nodeCount());
        int[] freeGpus = columns.freeGpus;
        for (int node = 0; node < freeGpus.length; node++) {
            if (freeGpus[node] >= least) {
                nodes.add(node);
            }
        }
        return nodes.build();
    }

    /** Whole healthy GPUs that nobody uses. */
    public final int freeGpus(int node) {
        return columns.freeGpus[node];
    }

    public final GpuColumns gpus() {
        return gpus;
    }

    /** Number of a resource for {@link #freeOf}; -1 when no node has any. */
    public final int resourceIndex(String resource) {
        return columns.layout.resourceIndex(resource);
    }

    /** Resources that any node has, numbered from 0. */
    public final int resourceCount() {
        return columns.layout.resources.size();
    }

    /** Free amount of a resource by its number; never negative. */
    public final long freeOf(int resource, int node) {
        return resource < 0 ? 0 : Math.max(0, columns.free[resource * columns.layout.nodeCount() + node]);
    }

    /** Amount that pods may use together when none runs. */
    public final long allocatableOf(int resource, int node) {
        return resource < 0 ? 0 : columns.layout.allocatable[resource * columns.layout.nodeCount() + node];
    }

    /** Host ports taken on a node. */
    public final List<String> takenPorts(int node) {
        return columns.ports.get(node);
    }

    /** Pods of a node that rules about neighbours can see. */
    public final List<Resident> residents(int node) {
        return columns.residents.get(node);
    }

    /** Names of all GPU models, sorted. */
    public final List<String> models() {
        return columns.layout.models;
    }

    /** How many times a node was changed so far; only grows, and stays 0 where nothing changes. */
    public int changeCount() {
        return 0;
    }

    /** Which node the {@code index}-th change was made to. */
    public int changedNode(int index) {
        throw new IllegalStateException("a view that never changes has no change " + index);
    }

    /** Topology domains. */
    public abstract List<Domain> domains();
}
