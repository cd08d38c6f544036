package dev.basalt.core.queue;

import dev.basalt.core.model.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out waiting gangs one by one. From the root down the sibling comes first that {@link QueueLedger} prefers at
 * that moment; within a queue higher priority, then gangs being repaired, then arrival. A gang that was handed out and
 * did not fit blocks nobody: the next one is asked for (whole gangs are placed or wait; smaller ones may go ahead).
 */
public final class FairOrder {
    private final QueueTree tree;
    private final QueueLedger ledger;
    private final TreeMap<String, List<Waiting>> waiting = new TreeMap<>();
    private final TreeMap<String, Integer> waitingBelow = new TreeMap<>();

    /**
     * A gang that waits.
     *
     * @param index what the caller knows it by
     * @param queue a queue that refuses it not
     * @param priority higher first
     * @param repairing first of equal priority
     * @param arrival first come, first served
     */
    public record Waiting(int index, String queue, int priority, boolean repairing, long arrival) {
        static final Comparator<Waiting> ORDER = Comparator.comparingInt((Waiting gang) -> gang.priority())
                .reversed()
                .thenComparing(gang -> !gang.repairing())
                .thenComparingLong(Waiting::arrival)
                .thenComparingInt(Waiting::index);
    }

    public FairOrder(QueueTree tree, QueueLedger ledger, List<Waiting> gangs) {
        this.tree = tree;
        this.ledger = ledger;
        for (Waiting gang : gangs) {
            waiting.computeIfAbsent(gang.queue(), name -> new ArrayList<>()).add(gang);
            for (Queue queue : tree.chain(gang.queue())) {
                waitingBelow.merge(queue.name(), 1, Integer::sum);
            }
        }
        for (List<Waiting> ofQueue : waiting.values()) {
            ofQueue.sort(Waiting.ORDER.reversed());
        }
    }

    /** The next gang, or null when all were handed out. */
    public @Nullable Waiting next() {
        String at = Queue.ROOT;
        while (!waiting.containsKey(at)) {
            Queue first = firstChild(at);
            if (first == null) {
                return null;
            }
            at = first.name();
        }
        List<Waiting> ofQueue = waiting.getOrDefault(at, List.of());
        Waiting gang = ofQueue.removeLast();
        if (ofQueue.isEmpty()) {
            waiting.remove(at);
        }
        for (Queue queue : tree.chain(gang.queue())) {
            waitingBelow.merge(queue.name(), -1, Integer::sum);
        }
        return gang;
    }

    private @Nullable Queue firstChild(String parent) {
        Queue first = null;
        for (String name : tree.children(parent)) {
            Queue child = tree.queue(name);
            boolean hasWaiting = waitingBelow.getOrDefault(name, 0) > 0;
            if (child != null && hasWaiting && (first == null || ledger.compareSiblings(child, first) < 0)) {
                first = child;
            }
        }
        return first;
    }
}
