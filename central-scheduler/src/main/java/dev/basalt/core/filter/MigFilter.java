package dev.basalt.core.filter;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;

/** Passes nodes with enough MIG instances of the asked profile free. Other asks pass untouched. */
public final class MigFilter extends AskFilter<PerDevice.Mig> {
    public MigFilter() {
        super(PerDevice.Mig.class);
    }

    @Override
    Verdict judge(DeviceRequest request, PerDevice.Mig mig, ClusterView view, int node) {
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
            return Verdict.refuse(new NodeReason.TooFewMigInstances(mig.profile(), wanted, has));
        }
        return healthy < wanted
                ? Verdict.refuse(new NodeReason.GpusUnhealthy(wanted, healthy))
                : Verdict.refuse(new NodeReason.TooFewFreeMigInstances(mig.profile(), wanted, free));
    }
}
