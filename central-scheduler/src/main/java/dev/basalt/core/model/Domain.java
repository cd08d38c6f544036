package dev.basalt.core.model;

import java.util.List;

/**
 * A place in a topology tree: a set of nodes that are close to each other. A node may lie in several trees.
 *
 * @param tree name of the tree, for example {@code network}
 * @param level name of the level, for example {@code rack}
 * @param tier distance of its members; lower is closer
 * @param name unique in its tree
 * @param parent name of the domain around it; empty at the top
 * @param nodes names of the nodes in it, sorted
 */
public record Domain(String tree, String level, int tier, String name, String parent, List<String> nodes) {
    public Domain {
        nodes = nodes.stream().sorted().toList();
    }
}
