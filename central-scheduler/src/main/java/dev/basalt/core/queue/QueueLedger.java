package dev.basalt.core.queue;

import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each queue and all below it use, and what was promised to gangs of it; grows as a plan places gangs. */
public final class QueueLedger {
    private static final long MILLIONTHS = 1_000_000;

    private final QueueTree tree;
    private final ResourceVector capacity;
    private final TreeMap<String, ResourceVector> use = new TreeMap<>();

    public QueueLedger(QueueTree tree, ClusterSnapshot snapshot) {
        this.tree = tree;
        capacity = snapshot.capacity();
        for (String queue : snapshot.usingQueues()) {
            if (!queue.isEmpty()) {
                add(queue, snapshot.queueUse(queue));
            }
        }
    }

    /** Counts more use (or a promise) for a queue and all above it. */
    public void add(String queueName, ResourceVector amount) {
        for (Queue queue : tree.chain(queueName)) {
            use.merge(queue.name(), amount, ResourceVector::plus);
        }
    }

    /** What the queue and all below it use. */
    public ResourceVector use(String queueName) {
        ResourceVector known = use.get(queueName);
        return known == null ? ResourceVector.ZERO : known;
    }

    /**
     * The first capability, from the queue upwards, that {@code wanted} more would break; null when there is none.
     *
     * @param least what the gang takes at the very least
     */
    public Refusal.@Nullable QueueFull full(String queueName, ResourceVector wanted, ResourceVector least) {
        for (Queue queue : tree.chain(queueName)) {
            for (Map.Entry<String, Long> limit : queue.capability().limits().entrySet()) {
                String resource = limit.getKey();
                long more = wanted.amount(resource);
                long used = use(queue.name()).amount(resource);
                if (more > 0 && more > limit.getValue() - used) {
                    return new Refusal.QueueFull(
                            queue.name(), resource, more, used, limit.getValue(), least.amount(resource));
                }
            }
        }
        return null;
    }

    /** What is left of the tightest capability over the queue and all above it; nothing of what is not limited. */
    public ResourceVector room(String queueName) {
        TreeMap<String, Long> room = new TreeMap<>();
        for (Queue queue : tree.chain(queueName)) {
            queue.capability().limits().forEach((resource, limit) -> {
                long left = limit - use(queue.name()).amount(resource);
                room.merge(resource, left, Math::min);
            });
        }
        return new ResourceVector(room);
    }

    /**
     * Fair order of two siblings: higher queue priority first, then the smaller part of GPUs used per weight, then the
     * smaller part of its dominant resource per weight, then the name. Negative when {@code left} comes first.
     */
    int compareSiblings(Queue left, Queue right) {
        if (left.priority() != right.priority()) {
            return Integer.compare(right.priority(), left.priority());
        }
        long leftGpus = use(left.name()).amount(ResourceVector.GPU_MILLI);
        long rightGpus = use(right.name()).amount(ResourceVector.GPU_MILLI);
        int byGpus = compareShares(leftGpus, left.weight(), rightGpus, right.weight());
        if (byGpus != 0) {
            return byGpus;
        }
        int byDominant = compareShares(
                dominantMillionths(left.name()), left.weight(), dominantMillionths(right.name()), right.weight());
        return byDominant != 0 ? byDominant : left.name().compareTo(right.name());
    }

    /** Compares used/weight without dividing. */
    private static int compareShares(long leftUsed, int leftWeight, long rightUsed, int rightWeight) {
        int high = Long.compare(Math.multiplyHigh(leftUsed, rightWeight), Math.multiplyHigh(rightUsed, leftWeight));
        return high != 0 ? high : Long.compareUnsigned(leftUsed * rightWeight, rightUsed * leftWeight);
    }

    /** Largest part of any resource of the cluster that the queue uses, in millionths. */
    private long dominantMillionths(String queueName) {
        long largest = 0;
        for (Map.Entry<String, Long> used : use(queueName).amounts().entrySet()) {
            long total = capacity.amount(used.getKey());
            if (total > 0) {
                largest = Math.max(largest, millionths(used.getValue(), total));
            }
        }
        return largest;
    }

    private static long millionths(long used, long total) {
        return used < Long.MAX_VALUE / MILLIONTHS ? used * MILLIONTHS / total : used / Math.max(1, total / MILLIONTHS);
    }
}
