package dev.basalt.core.machine.state;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.Collection;
import java.util.Collections;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every node by name, kept in step with the columns. A node that only its agent speaks of is here and not there. */
public final class NodeBook {
    private final ClusterColumns columns;
    private final Wake wake;
    private final TreeMap<String, NodeEntry> byName = new TreeMap<>();

    NodeBook(ClusterColumns columns, Wake wake) {
        this.columns = columns;
        this.wake = wake;
    }

    /** The node of that name, or null. */
    public @Nullable NodeEntry of(String name) {
        return byName.get(name);
    }

    /** The node of that name; it becomes known when it was not. */
    public NodeEntry open(String name) {
        return byName.computeIfAbsent(name, NodeEntry::new);
    }

    public Collection<NodeEntry> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Takes what the cluster says of a node. */
    public void apply(NodeSpec spec) {
        NodeEntry node = open(spec.name());
        node.spec(spec);
        changed(node);
    }

    /** Something of the node changed that rules look at. */
    public void changed(NodeEntry node) {
        NodeFacts facts = node.facts();
        if (facts != null) {
            columns.putNode(facts);
            wake.clusterChanged();
        }
    }

    /** Forgets a node and all that its agent said. */
    void remove(String name) {
        NodeEntry gone = byName.remove(name);
        if (gone != null) {
            gone.forgetAll();
            columns.removeNode(name);
            wake.clusterChanged();
        }
    }
}
