package dev.basalt.core.filter;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes with enough whole GPUs free, of the models each ask selects. Other asks pass untouched. */
public final class WholeGpuFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        int wanted = shape.wholeGpus();
        if (wanted == 0) {
            return candidates;
        }
        NodeSet enough = candidates.and(view.nodesWithFreeGpus(wanted));
        return selectsAny(shape) ? enough : Filter.super.narrow(shape, view, enough);
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        int wanted = shape.wholeGpus();
        if (wanted == 0) {
            return Verdict.pass();
        }
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (ask.request().each() instanceof PerDevice.Whole
                    && !ask.request().selector().isAny()) {
                Verdict verdict = judge(ask.request(), ask.request().count(), view, node);
                if (!verdict.fits()) {
                    return verdict;
                }
            }
        }
        return judge(DeviceRequest.whole(1), wanted, view, node);
    }

    private static Verdict judge(DeviceRequest request, int wanted, ClusterView view, int node) {
        GpuColumns gpus = view.gpus();
        int has = 0;
        int healthy = 0;
        int idle = 0;
        int wholes = 0;
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            wholes += gpus.whole(node, slot) ? 1 : 0;
            if (DeviceMatch.qualifies(request, gpus, node, slot)) {
                has++;
                healthy += gpus.healthy(node, slot) ? 1 : 0;
                idle += gpus.idle(node, slot) ? 1 : 0;
            }
        }
        int free = Math.min(idle, view.freeGpus(node));
        if (free >= wanted) {
            return Verdict.pass();
        }
        if (has == 0 && wholes >= wanted) {
            return Verdict.refuse(new NodeReason.ModelMismatch(DeviceMatch.wanted(request.selector())));
        }
        if (has < wanted) {
            return Verdict.refuse(new NodeReason.TooFewGpus(wanted, has));
        }
        return healthy < wanted
                ? Verdict.refuse(new NodeReason.GpusUnhealthy(wanted, healthy))
                : Verdict.refuse(new NodeReason.TooFewFreeGpus(wanted, free));
    }

    private static boolean selectsAny(TaskShape shape) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (!ask.request().selector().isAny()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
