package dev.basalt.core.snapshot;

import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as it changes: nodes, and what pods take of them. For one thread. Changes are cheap; the columns are
 * copied at most once per {@link #snapshot}, and only nodes that changed are counted anew.
 */
public final class ClusterColumns {
    private final TreeMap<String, NodeFacts> nodes = new TreeMap<>();
    private final TreeMap<String, TreeMap<String, Charge>> chargesByNode = new TreeMap<>();
    private final TreeMap<String, Charge> chargeOfPod = new TreeMap<>();
    private final TreeMap<String, ResourceVector> costOfPod = new TreeMap<>();
    private final TreeMap<String, ResourceVector> queueUse = new TreeMap<>();
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private List<Domain> domains = List.of();
    /** Pods that keep others out of their domain. */
    private int keepers;

    private @Nullable ClusterSnapshot last;
    private final TreeSet<String> changedNodes = new TreeSet<>();
    private boolean factsChanged;
    private boolean otherChanged;

    /** Adds a node or replaces what is known of it. Charges on it survive. */
    public void putNode(NodeFacts facts) {
        String name = facts.spec().name();
        NodeFacts before = nodes.get(name);
        if (facts.equals(before)) {
            return;
        }
        nodes.put(name, facts);
        nodeChanged(name);
    }

    /** Forgets a node. Charges on it survive and count again when it returns. */
    public void removeNode(String nodeName) {
        if (nodes.remove(nodeName) != null) {
            nodeChanged(nodeName);
        }
    }

    /** Takes room for a pod; replaces what the same pod took before. */
    public void charge(Charge charge) {
        if (charge.equals(chargeOfPod.get(charge.podUid()))) {
            return;
        }
        release(charge.podUid());
        chargeOfPod.put(charge.podUid(), charge);
        chargesByNode
                .computeIfAbsent(charge.nodeName(), name -> new TreeMap<>())
                .put(charge.podUid(), charge);
        pay(charge);
        keepers += charge.resident().apart().isEmpty() ? 0 : 1;
        changedNodes.add(charge.nodeName());
    }

    /** Gives back all that a pod took; nothing happens when it took nothing. */
    public void release(String podUid) {
        Charge charge = chargeOfPod.remove(podUid);
        if (charge == null) {
            return;
        }
        refund(charge);
        keepers -= charge.resident().apart().isEmpty() ? 0 : 1;
        Map<String, Charge> others = chargesOn(charge.nodeName());
        others.remove(podUid);
        if (others.isEmpty()) {
            chargesByNode.remove(charge.nodeName());
        }
        changedNodes.add(charge.nodeName());
    }

    public void putQueue(Queue queue) {
        otherChanged |= !queue.equals(queues.put(queue.name(), queue));
    }

    /** Forgets a queue. What its pods use is still known when it returns. */
    public void removeQueue(String queueName) {
        otherChanged |= queues.remove(queueName) != null;
    }

    /** Replaces all topology domains. */
    public void putDomains(List<Domain> newDomains) {
        otherChanged |= !domains.equals(newDomains);
        domains = List.copyOf(newDomains);
    }

    /** The cluster now. The same object as before when nothing changed. */
    public ClusterSnapshot snapshot() {
        ClusterSnapshot before = last;
        if (before != null && !factsChanged && !otherChanged && changedNodes.isEmpty()) {
            return before;
        }
        ClusterSnapshot now = before == null || factsChanged ? rebuilt(before) : updated(before);
        last = now;
        changedNodes.clear();
        factsChanged = false;
        otherChanged = false;
        return now;
    }

    /** With the same nodes as before. */
    private ClusterSnapshot updated(ClusterSnapshot before) {
        if (changedNodes.isEmpty()) {
            return newSnapshot(before.columns, before.charges);
        }
        Columns columns = before.columns.copy();
        List<List<Charge>> charges = new ArrayList<>(before.charges);
        for (String name : changedNodes) {
            int node = columns.layout.nodeIndex(name);
            if (node >= 0) {
                columns.clearNode(node);
                charges.set(node, applyCharges(columns, node));
            }
        }
        return newSnapshot(columns, charges);
    }

    /** With other nodes or facts; what did not change is copied. */
    private ClusterSnapshot rebuilt(@Nullable ClusterSnapshot before) {
        Columns columns = new Columns(new Layout(nodes.values()));
        List<List<Charge>> charges = new ArrayList<>();
        for (int node = 0; node < columns.layout.nodeCount(); node++) {
            int old = before == null ? -1 : unchangedNode(columns.layout, node, before.columns.layout);
            if (before == null || old < 0) {
                charges.add(applyCharges(columns, node));
            } else {
                columns.copyNode(node, before.columns, old);
                charges.add(before.charges.get(old));
            }
        }
        return newSnapshot(columns, charges);
    }

    /** Index the node had before, or -1 when anything about it changed. */
    private int unchangedNode(Layout layout, int node, Layout before) {
        String name = layout.names.get(node);
        int old = before.nodeIndex(name);
        boolean same = old >= 0
                && before.facts[old].equals(layout.facts[node])
                && before.resources.equals(layout.resources)
                && !changedNodes.contains(name);
        return same ? old : -1;
    }

    private List<Charge> applyCharges(Columns columns, int node) {
        List<Charge> charges =
                List.copyOf(chargesOn(columns.layout.names.get(node)).values());
        for (Charge charge : charges) {
            columns.apply(node, PodUse.of(charge, columns.layout.facts[node]), 1);
        }
        return charges;
    }

    private ClusterSnapshot newSnapshot(Columns columns, List<List<Charge>> charges) {
        return new ClusterSnapshot(
                columns,
                charges,
                new ClusterSnapshot.Shares(new TreeMap<>(queues), new TreeMap<>(queueUse)),
                domains,
                keepers > 0);
    }

    /** Devices may have changed, so what the node's pods cost is counted again. */
    private void nodeChanged(String name) {
        factsChanged = true;
        changedNodes.add(name);
        for (Charge charge : chargesOn(name).values()) {
            refund(charge);
            pay(charge);
        }
    }

    private Map<String, Charge> chargesOn(String nodeName) {
        Map<String, Charge> there = chargesByNode.get(nodeName);
        return there == null ? new TreeMap<>() : there;
    }

    private void pay(Charge charge) {
        ResourceVector cost = Quota.cost(charge, nodes.get(charge.nodeName()));
        costOfPod.put(charge.podUid(), cost);
        queueUse.merge(charge.queue(), cost, ResourceVector::plus);
    }

    private void refund(Charge charge) {
        ResourceVector cost = costOfPod.remove(charge.podUid());
        ResourceVector use = queueUse.get(charge.queue());
        if (cost != null && use != null) {
            ResourceVector rest = use.minus(cost);
            queueUse.put(charge.queue(), rest);
            if (rest.isZero()) {
                queueUse.remove(charge.queue());
            }
        }
    }
}
