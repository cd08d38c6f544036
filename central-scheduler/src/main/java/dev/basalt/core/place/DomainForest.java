package dev.basalt.core.place;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.Domain;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The topology trees over a view's nodes. A domain holds its own nodes and those of all domains below it; names of
 * nodes that are not there are passed over.
 */
final class DomainForest {
    /** Level of single nodes; it needs no domains. */
    static final String NODE_LEVEL = "node";

    private final ClusterView view;
    private final List<Place> places = new ArrayList<>();
    private final List<Place> singles = new ArrayList<>();
    private final int[] rank;

    /**
     * A domain with its nodes as indexes.
     *
     * @param several its nodes; empty for a domain of the node level
     * @param node its only node at the node level, else -1
     */
    record Place(String tree, String level, int tier, String name, NodeSet several, int node) {
        /** Its nodes among {@code candidates}. */
        NodeSet nodesIn(NodeSet candidates) {
            if (node < 0) {
                return several.and(candidates);
            }
            NodeSet.Builder alone = new NodeSet.Builder(several.nodeCount());
            return candidates.contains(node) ? alone.add(node).build() : alone.build();
        }

        boolean containsAll(List<Integer> others) {
            for (int at = 0; at < others.size(); at++) {
                int other = others.get(at);
                if (node < 0 ? !several.contains(other) : node != other) {
                    return false;
                }
            }
            return true;
        }

        /** Members of the board's shape that fit in it on {@code candidates}. */
        long seats(Board board, NodeSet candidates) {
            if (node < 0) {
                return board.total(several.and(candidates));
            }
            return candidates.contains(node) ? board.seats(node) : 0;
        }
    }

    DomainForest(ClusterView view) {
        this.view = view;
        Map<String, NodeSet> nodesOf = gather(view);
        for (Domain domain : view.domains()) {
            NodeSet nodes = nodesOf.getOrDefault(key(domain.tree(), domain.name()), NodeSet.none(view.nodeCount()));
            places.add(new Place(domain.tree(), domain.level(), domain.tier(), domain.name(), nodes, -1));
        }
        places.sort(Comparator.comparing(Place::tree).thenComparing(Place::name));
        rank = ranks();
    }

    /** Domains of a level, by tree and name. */
    List<Place> atLevel(String level) {
        List<Place> found = new ArrayList<>();
        for (Place place : places) {
            if (place.level().equals(level)) {
                found.add(place);
            }
        }
        return found.isEmpty() && level.equals(NODE_LEVEL) ? singleNodes() : found;
    }

    private List<Place> singleNodes() {
        if (singles.isEmpty()) {
            NodeSet none = NodeSet.none(view.nodeCount());
            for (int node = 0; node < view.nodeCount(); node++) {
                singles.add(new Place("", NODE_LEVEL, 0, view.nodeName(node), none, node));
            }
        }
        return singles;
    }

    /** Domains of the levels above a level, the closest first: where a group goes that only prefers the level. */
    List<Place> aboveLevel(String level) {
        int tier = level.equals(NODE_LEVEL) ? -1 : Integer.MAX_VALUE;
        for (Place place : places) {
            if (place.level().equals(level)) {
                tier = Math.min(tier, place.tier());
            }
        }
        List<Place> above = new ArrayList<>();
        for (Place place : places) {
            if (place.tier() > tier && !place.level().equals(level)) {
                above.add(place);
            }
        }
        above.sort(Comparator.comparingInt(Place::tier));
        return above;
    }

    /** Order in which neighbours in the trees are neighbours; without trees the order of names. */
    int rank(int node) {
        return rank[node];
    }

    private static String key(String tree, String name) {
        return tree + '\0' + name;
    }

    private static Map<String, NodeSet> gather(ClusterView view) {
        TreeMap<String, Domain> byKey = new TreeMap<>();
        TreeMap<String, NodeSet> nodesOf = new TreeMap<>();
        for (Domain domain : view.domains()) {
            byKey.put(key(domain.tree(), domain.name()), domain);
        }
        for (Domain domain : view.domains()) {
            NodeSet own = indexes(view, domain.nodes());
            Domain at = domain;
            for (int depth = 0; at != null && depth < Limits.QUEUE_DEPTH; depth++) {
                nodesOf.merge(key(at.tree(), at.name()), own, NodeSet::or);
                at = byKey.get(key(at.tree(), at.parent()));
            }
        }
        return nodesOf;
    }

    private static NodeSet indexes(ClusterView view, List<String> names) {
        NodeSet.Builder nodes = new NodeSet.Builder(view.nodeCount());
        for (String name : names) {
            int node = view.nodeIndex(name);
            if (node >= 0) {
                nodes.add(node);
            }
        }
        return nodes.build();
    }

    /**
     * Stable sorts from the narrowest tier of the last tree to the widest of the first, which therefore weighs most.
     */
    private int[] ranks() {
        Integer[] order = new Integer[view.nodeCount()];
        Arrays.setAll(order, node -> node);
        List<Place> byTier = new ArrayList<>(places);
        byTier.sort(Comparator.comparing(Place::tree).reversed().thenComparingInt(Place::tier));
        int at = 0;
        while (at < byTier.size()) {
            int[] position = new int[view.nodeCount()];
            Arrays.fill(position, Integer.MAX_VALUE);
            Place first = byTier.get(at);
            while (at < byTier.size() && sameTier(first, byTier.get(at))) {
                NodeSet nodes = byTier.get(at).several();
                for (int node = nodes.next(0); node >= 0; node = nodes.next(node + 1)) {
                    position[node] = Math.min(position[node], at);
                }
                at++;
            }
            Arrays.sort(order, Comparator.comparingInt(node -> position[node]));
        }
        return positions(order);
    }

    private static boolean sameTier(Place left, Place right) {
        return left.tree().equals(right.tree()) && left.tier() == right.tier();
    }

    private static int[] positions(Integer[] order) {
        int[] positions = new int[order.length];
        for (int at = 0; at < order.length; at++) {
            positions[order[at]] = at;
        }
        return positions;
    }
}
