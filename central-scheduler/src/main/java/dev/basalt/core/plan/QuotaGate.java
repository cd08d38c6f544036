package dev.basalt.core.plan;

import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.place.GangAsk;
import dev.basalt.core.place.GangSeat;
import dev.basalt.core.place.Gate;
import dev.basalt.core.queue.QueueLedger;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.Quota;
import dev.basalt.core.snapshot.TaskShape;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets in what the gang's queue and all above it may still use. A gang's {@code minResources} are a promise: from its
 * first member on, what it was promised and does not use is kept from others.
 */
final class QuotaGate implements Gate {
    private final QueueLedger ledger;
    private final ClusterView view;
    private final String queue;
    private final ResourceVector promised;
    private ResourceVector used;
    private ResourceVector kept;
    private ResourceVector admitted = ResourceVector.ZERO;
    private ResourceVector leastMore = ResourceVector.ZERO;
    private @Nullable Refusal refusal;

    /**
     * What one gang was promised.
     *
     * @param promised its minResources, in the units of quotas
     * @param used what it uses already
     * @param kept what is kept for it already
     */
    record Promise(ResourceVector promised, ResourceVector used, ResourceVector kept) {}

    QuotaGate(QueueLedger ledger, ClusterView view, String queue, Promise promise) {
        this.ledger = ledger;
        this.view = view;
        this.queue = queue;
        promised = promise.promised();
        used = promise.used();
        kept = promise.kept();
    }

    @Override
    public boolean admit(List<GangSeat> seats) {
        ResourceVector cost = ResourceVector.ZERO;
        for (GangSeat seat : seats) {
            cost = cost.plus(Quota.cost(
                    seat.use().requests(),
                    seat.use().devices(),
                    view.facts(seat.node()).devices()));
        }
        ResourceVector keptAfter = missing(promised, used.plus(cost));
        ResourceVector more = cost.plus(keptAfter).minus(kept);
        refusal = refusalFor(cost, more);
        if (refusal != null) {
            return false;
        }
        ledger.add(queue, more);
        leastMore = ResourceVector.ZERO;
        admitted = admitted.plus(more);
        used = used.plus(cost);
        kept = keptAfter;
        return true;
    }

    /** Whether what the gang needs at the very least is over a capability already; saves the search for seats. */
    @Nullable
    Refusal refuseEarly(GangAsk ask) {
        ResourceVector least = least(ask);
        if (least.isZero()) {
            return null;
        }
        ResourceVector keptAfter = missing(promised, used.plus(least));
        leastMore = least.plus(keptAfter).minus(kept);
        return refusalFor(least, leastMore);
    }

    /**
     * What the gang needs at the very least; shares are counted by their cores, not knowing on which GPU they will lie.
     */
    static ResourceVector least(GangAsk ask) {
        ResourceVector least = ResourceVector.ZERO;
        int[] required = ask.required();
        for (int role = 0; role < required.length; role++) {
            int members = required.length == 1 ? ask.needed() : required[role];
            least = least.plus(times(leastCost(ask.roles().get(role).shape()), members));
        }
        return least;
    }

    /** Why the last seats were not let in. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** Takes back all that was admitted. */
    void revoke() {
        ledger.add(queue, ResourceVector.ZERO.minus(admitted));
        admitted = ResourceVector.ZERO;
    }

    /** What is missing of {@code promised} in {@code used}; nothing is negative. */
    static ResourceVector missing(ResourceVector promised, ResourceVector used) {
        return promised.minus(used).positive();
    }

    private @Nullable Refusal refusalFor(ResourceVector cost, ResourceVector more) {
        Refusal.QueueFull full = ledger.full(queue, more, leastMore);
        if (full == null) {
            return null;
        }
        Refusal.QueueFull withoutPromise = ledger.full(queue, cost.minus(kept), leastMore);
        if (withoutPromise != null || !full.canPass()) {
            return full;
        }
        return new Refusal.MinResourcesMissing(promised, ledger.room(queue));
    }

    private static ResourceVector leastCost(TaskShape shape) {
        long gpuMilli = shape.wholeGpus() * 1000L;
        if (gpuMilli == 0) {
            TaskShape.DeviceAsk ask = shape.singleAsk();
            if (ask != null && ask.request().each() instanceof PerDevice.Share share) {
                gpuMilli = (long) ask.request().count() * Math.max(1, share.corePermille());
            }
        }
        return shape.requests().with(ResourceVector.GPU_MILLI, gpuMilli);
    }

    private static ResourceVector times(ResourceVector amounts, int factor) {
        TreeMap<String, Long> product = new TreeMap<>();
        amounts.amounts().forEach((name, amount) -> product.put(name, saturatedProduct(amount, factor)));
        return new ResourceVector(product);
    }

    private static long saturatedProduct(long amount, int factor) {
        return Math.multiplyHigh(amount, factor) == 0 && amount * factor >= 0 ? amount * factor : Long.MAX_VALUE;
    }
}
