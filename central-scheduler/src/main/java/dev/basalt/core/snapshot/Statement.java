package dev.basalt.core.snapshot;

import dev.basalt.core.model.Domain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * A plan's trial state: one scratch copy of the columns and a log of what was done to it, so that taking back costs
 * what was done and no more. For one thread.
 */
public final class Statement extends ClusterView {
    private final List<Domain> domains;
    private final List<Step> steps = new ArrayList<>();
    private final TreeMap<String, NodeSet> labels = new TreeMap<>();
    private int[] changes = new int[64];
    private int changeCount;

    private Statement(Columns columns, List<Domain> domains) {
        super(columns);
        this.domains = domains;
    }

    private record Step(int node, PodUse use, int sign) {}

    /** A trial that begins at the snapshot. */
    public static Statement on(ClusterSnapshot snapshot) {
        return new Statement(snapshot.columns.copy(), snapshot.domains());
    }

    /** A trial that begins as if nothing ran on the snapshot's nodes. */
    public static Statement onIdle(ClusterSnapshot snapshot) {
        return new Statement(new Columns(snapshot.columns.layout), snapshot.domains());
    }

    /** Takes room on a node. */
    public void take(int node, PodUse use) {
        steps.add(new Step(node, use, 1));
        apply(node, use, 1);
    }

    /** Gives back room that was taken. */
    public void giveBack(int node, PodUse use) {
        steps.add(new Step(node, use, -1));
        apply(node, use, -1);
    }

    /** A point to return to. */
    public int mark() {
        return steps.size();
    }

    /** Takes back all that was done since {@code mark}. */
    public void rollback(int mark) {
        while (steps.size() > mark) {
            Step step = steps.removeLast();
            apply(step.node(), step.use(), -step.sign());
        }
    }

    @Override
    public int changeCount() {
        return changeCount;
    }

    @Override
    public int changedNode(int index) {
        return changes[index];
    }

    @Override
    public NodeSet nodesWithLabel(String key, String value) {
        String label = key + '\0' + value;
        NodeSet known = labels.get(label);
        if (known == null) {
            known = super.nodesWithLabel(key, value);
            labels.put(label, known);
        }
        return known;
    }

    @Override
    public List<Domain> domains() {
        return domains;
    }

    private void apply(int node, PodUse use, int sign) {
        columns.apply(node, use, sign);
        if (changeCount == changes.length) {
            changes = Arrays.copyOf(changes, changeCount * 2);
        }
        changes[changeCount++] = node;
    }
}
