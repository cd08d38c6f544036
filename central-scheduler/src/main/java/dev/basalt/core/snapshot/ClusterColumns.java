package dev.basalt.core.snapshot;

import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The cluster as it changes: nodes, and what pods take of them. For one thread. */
public final class ClusterColumns {
    private final TreeMap<String, NodeFacts> nodes = new TreeMap<>();
    private final TreeMap<String, Charge> charges = new TreeMap<>();
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private List<Domain> domains = List.of();

    /** Adds a node or replaces what is known of it. Charges on it survive. */
    public void putNode(NodeFacts facts) {
        nodes.put(facts.spec().name(), facts);
    }

    /** Forgets a node. Charges on it survive and count again when it returns. */
    public void removeNode(String nodeName) {
        nodes.remove(nodeName);
    }

    /** Takes room for a pod; replaces what the same pod took before. */
    public void charge(Charge charge) {
        charges.put(charge.podUid(), charge);
    }

    /** Gives back all that a pod took; nothing happens when it took nothing. */
    public void release(String podUid) {
        charges.remove(podUid);
    }

    public void putQueue(Queue queue) {
        queues.put(queue.name(), queue);
    }

    public void removeQueue(String queueName) {
        queues.remove(queueName);
    }

    /** Replaces all topology domains. */
    public void putDomains(List<Domain> newDomains) {
        domains = List.copyOf(newDomains);
    }

    /** The cluster now. The same object as before when nothing changed. */
    public ClusterSnapshot snapshot() {
        return new ClusterSnapshot(new ArrayList<>(nodes.values()));
    }

    /** Domains as last put. */
    public List<Domain> domains() {
        return domains;
    }
}
