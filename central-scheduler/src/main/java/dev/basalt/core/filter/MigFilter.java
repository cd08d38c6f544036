package dev.basalt.core.filter;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;

/** Passes nodes with enough MIG instances of the asked profile free. Other asks pass untouched. */
public final class MigFilter implements Filter {
    @Override
    public NodeSet narrow(TaskShape shape, ClusterView view, NodeSet candidates) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (ask.request().each() instanceof PerDevice.Mig) {
                return Filter.super.narrow(shape, view, candidates);
            }
        }
        return candidates;
    }

    @Override
    public Verdict judge(TaskShape shape, ClusterView view, int node) {
        for (TaskShape.DeviceAsk ask : shape.asks()) {
            if (ask.request().each() instanceof PerDevice.Mig mig) {
                Verdict verdict = judge(ask.request(), mig.profile(), view, node);
                if (!verdict.fits()) {
                    return verdict;
                }
            }
        }
        return Verdict.pass();
    }

    private static Verdict judge(DeviceRequest request, String profile, ClusterView view, int node) {
        GpuColumns gpus = view.gpus();
        int has = 0;
        int healthy = 0;
        int free = 0;
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            if (DeviceMatch.qualifies(request, gpus, node, slot)) {
                has++;
                healthy += gpus.healthy(node, slot) ? 1 : 0;
                free += gpus.idle(node, slot) ? 1 : 0;
            }
        }
        int wanted = request.count();
        if (free >= wanted) {
            return Verdict.pass();
        }
        if (has < wanted) {
            return Verdict.refuse(new NodeReason.TooFewMigInstances(profile, wanted, has));
        }
        return healthy < wanted
                ? Verdict.refuse(new NodeReason.GpusUnhealthy(wanted, healthy))
                : Verdict.refuse(new NodeReason.TooFewFreeMigInstances(profile, wanted, free));
    }

    @Override
    public boolean isStatic() {
        return false;
    }
}
