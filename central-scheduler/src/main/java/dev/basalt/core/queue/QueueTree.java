package dev.basalt.core.queue;

import dev.basalt.core.fit.Limits;
import dev.basalt.core.model.Queue;
import dev.basalt.core.reason.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues by name, each with the chain above it. {@link Queue#ROOT} and {@link Queue#DEFAULT} always exist. A queue
 * whose chain is broken refuses its gangs and harms no other.
 */
public final class QueueTree {
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private final TreeMap<String, List<String>> children = new TreeMap<>();
    private final TreeMap<String, Refusal> broken = new TreeMap<>();

    public QueueTree(SortedMap<String, Queue> known) {
        queues.put(Queue.ROOT, Queue.unlimited(Queue.ROOT));
        queues.put(Queue.DEFAULT, Queue.unlimited(Queue.DEFAULT));
        queues.putAll(known);
        for (Queue queue : queues.values()) {
            Refusal refusal = chainFault(queue);
            if (refusal != null) {
                broken.put(queue.name(), refusal);
            } else if (!queue.name().equals(Queue.ROOT)) {
                children.computeIfAbsent(queue.parent(), name -> new ArrayList<>())
                        .add(queue.name());
            }
        }
    }

    /** The queue of that name, or null. */
    public @Nullable Queue queue(String name) {
        return queues.get(name);
    }

    /** Children in the order of their names; none for a leaf. Queues with a broken chain are nobody's children. */
    public List<String> children(String name) {
        List<String> found = children.get(name);
        return found == null ? List.of() : found;
    }

    /**
     * The queue and all above it up to the root; only the root for a queue that is not there or whose chain is broken.
     */
    public List<Queue> chain(String name) {
        List<Queue> chain = new ArrayList<>();
        Queue queue = broken.containsKey(name) ? null : queues.get(name);
        while (queue != null && !queue.name().equals(Queue.ROOT)) {
            chain.add(queue);
            queue = queues.get(queue.parent());
        }
        Queue root = queues.get(Queue.ROOT);
        if (root != null) {
            chain.add(root);
        }
        return chain;
    }

    /**
     * Why the queue takes no gang, or null when it does.
     *
     * @param running true for a gang that runs already: a closed queue lets it be completed
     */
    public @Nullable Refusal refusal(String name, boolean running) {
        if (!queues.containsKey(name)) {
            return new Refusal.NoSuchQueue(name);
        }
        Refusal fault = broken.get(name);
        if (fault != null) {
            return fault;
        }
        if (name.equals(Queue.ROOT) || !children(name).isEmpty()) {
            return new Refusal.QueueClosed(name);
        }
        for (Queue queue : chain(name)) {
            if (!queue.open() && !running) {
                return new Refusal.QueueClosed(queue.name());
            }
        }
        return null;
    }

    private @Nullable Refusal chainFault(Queue queue) {
        Queue at = queue;
        for (int depth = 0; depth < Limits.QUEUE_DEPTH; depth++) {
            if (at.name().equals(Queue.ROOT)) {
                return null;
            }
            Queue parent = queues.get(at.parent());
            if (parent == null) {
                return new Refusal.QueueParentMissing(at.name(), at.parent());
            }
            at = parent;
        }
        return new Refusal.QueueCycle(queue.name());
    }
}
