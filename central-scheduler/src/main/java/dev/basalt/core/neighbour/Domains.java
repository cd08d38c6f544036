package dev.basalt.core.neighbour;

import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Nodes grouped by the value of one label, and how many pods of a kind each group has. */
final class Domains {
    private final String topologyKey;
    private final ToIntFunction<Resident> weight;
    private final int nodeCount;
    /** Domain of each node, or -1. */
    private final int[] domainOf;

    private final int[] ofNode;
    private final long[] ofDomain;
    private long total;

    /**
     * @param nodes nodes that belong to a domain when they carry the label
     * @param weight what a pod counts; 0 when it is of another kind
     */
    Domains(ClusterView view, String topologyKey, NodeSet nodes, ToIntFunction<Resident> weight) {
        this.topologyKey = topologyKey;
        this.weight = weight;
        nodeCount = view.nodeCount();
        domainOf = new int[nodeCount];
        ofNode = new int[nodeCount];
        TreeMap<String, Integer> numbers = new TreeMap<>();
        for (int node = 0; node < nodeCount; node++) {
            String value = nodes.contains(node) ? view.facts(node).spec().label(topologyKey) : null;
            if (value == null) {
                domainOf[node] = -1;
            } else {
                numbers.putIfAbsent(value, numbers.size());
                domainOf[node] = numbers.getOrDefault(value, -1);
            }
        }
        ofDomain = new long[numbers.size()];
    }

    String topologyKey() {
        return topologyKey;
    }

    void recount(int node, List<Resident> residents) {
        if (domainOf[node] < 0) {
            return;
        }
        int now = 0;
        for (Resident resident : residents) {
            now += weight.applyAsInt(resident);
        }
        ofDomain[domainOf[node]] += now - ofNode[node];
        total += now - ofNode[node];
        ofNode[node] = now;
    }

    /** Whether the node is in a domain. */
    boolean hasNode(int node) {
        return domainOf[node] >= 0;
    }

    /** Pods of the kind in the node's domain; 0 when it is in none. */
    long count(int node) {
        return domainOf[node] < 0 ? 0 : ofDomain[domainOf[node]];
    }

    long total() {
        return total;
    }

    int domainCount() {
        return ofDomain.length;
    }

    /** Pods of the kind in the domain that has the fewest; 0 when there is no domain. */
    long fewest() {
        long fewest = Long.MAX_VALUE;
        for (long count : ofDomain) {
            fewest = Math.min(fewest, count);
        }
        return ofDomain.length == 0 ? 0 : fewest;
    }

    /** The nodes of each domain. */
    List<NodeSet> nodes() {
        List<NodeSet.Builder> builders = new ArrayList<>();
        for (int domain = 0; domain < ofDomain.length; domain++) {
            builders.add(new NodeSet.Builder(nodeCount));
        }
        for (int node = 0; node < nodeCount; node++) {
            if (domainOf[node] >= 0) {
                builders.get(domainOf[node]).add(node);
            }
        }
        return builders.stream().map(NodeSet.Builder::build).toList();
    }
}
