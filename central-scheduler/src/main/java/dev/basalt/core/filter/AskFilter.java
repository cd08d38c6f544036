package dev.basalt.core.filter;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/**
 * A rule on each device ask of one kind by itself. Asks of other kinds pass untouched.
 *
 * @param <E> the kind
 */
abstract class AskFilter<E extends PerDevice> implements Filter {
    private final Class<E> kind;

    AskFilter(Class<E> kind) {
        this.kind = kind;
    }

    /** Judges one ask, whatever the others are. */
    abstract Verdict judge(DeviceRequest request, E each, ClusterView view, int node);

    @Override
    public final NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (kind.isInstance(ask.request().each())) {
                return Filter.super.narrow(shape, view, candidates);
            }
        }
        return candidates;
    }

    @Override
    public final Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (kind.isInstance(ask.request().each())) {
                Verdict verdict = judge(ask.request(), kind.cast(ask.request().each()), view, node);
                if (!verdict.fits()) {
                    return verdict;
                }
            }
        }
        return Verdict.pass();
    }

    @Override
    public final boolean isStatic() {
        return false;
    }
}
