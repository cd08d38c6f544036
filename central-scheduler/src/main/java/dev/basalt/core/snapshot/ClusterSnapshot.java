package dev.basalt.core.snapshot;

import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The cluster at one moment; never changes. Nodes are numbered 0..n-1 in the order of their names. */
public final class ClusterSnapshot extends ClusterView {
    final List<List<Charge>> charges;
    private final SortedMap<String, Queue> queues;
    private final SortedMap<String, ResourceVector> queueUse;
    private final List<Domain> domains;
    private final boolean hasKeepers;

    /** Queues, and what their pods use, by name. */
    record Shares(SortedMap<String, Queue> queues, SortedMap<String, ResourceVector> use) {}

    ClusterSnapshot(
            Columns columns, List<List<Charge>> charges, Shares shares, List<Domain> domains, boolean hasKeepers) {
        super(columns);
        this.charges = charges;
        this.queues = Collections.unmodifiableSortedMap(shares.queues());
        this.queueUse = Collections.unmodifiableSortedMap(shares.use());
        this.domains = domains;
        this.hasKeepers = hasKeepers;
    }

    /** What pods take of a node, sorted by pod UID. */
    public List<Charge> charges(int node) {
        return charges.get(node);
    }

    /** What a pod takes of a node, or null. */
    public @Nullable Charge charge(int node, String podUid) {
        for (Charge charge : charges.get(node)) {
            if (charge.podUid().equals(podUid)) {
                return charge;
            }
        }
        return null;
    }

    /** What a charge on a node costs its queue. */
    public ResourceVector cost(int node, Charge charge) {
        return Quota.cost(charge, facts(node));
    }

    /** Queues by name; {@link Queue#DEFAULT} and {@link Queue#ROOT} may be absent. */
    public SortedMap<String, Queue> queues() {
        return queues;
    }

    /** Names of queues that pods use, sorted; some may not exist any more. */
    public List<String> usingQueues() {
        return List.copyOf(queueUse.keySet());
    }

    /** What pods of a queue use, without those of its children: GPUs in thousandths, the rest in its own unit. */
    public ResourceVector queueUse(String queueName) {
        ResourceVector use = queueUse.get(queueName);
        return use == null ? ResourceVector.ZERO : use;
    }

    /** All that pods could use together if none ran, GPUs in thousandths. */
    public ResourceVector capacity() {
        return columns.layout.capacity;
    }

    /** Whether any pod keeps others out of its domain. */
    public boolean hasKeepers() {
        return hasKeepers;
    }

    @Override
    public List<Domain> domains() {
        return domains;
    }
}
