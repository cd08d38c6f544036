package dev.basalt.core.score;

import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.fit.DeviceMatch;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.TaskShape;

/**
 * Prefers nodes where a share fits on a GPU that others share already, the fuller the better, over opening an idle one.
 */
public final class UsedGpuFirst implements Score {
    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        TaskShape.DeviceAsk ask = shape.singleAsk();
        if (ask == null || !(ask.request().each() instanceof PerDevice.Share share)) {
            return FULL;
        }
        GpuColumns gpus = view.gpus();
        int best = 0;
        for (int slot = 0; slot < gpus.deviceCount(node); slot++) {
            long askedMib = share.memory().onDeviceMib(gpus.grantableMib(node, slot));
            boolean fits = !gpus.idle(node, slot)
                    && gpus.freeShareSlots(node, slot) > 0
                    && gpus.freeMib(node, slot) >= askedMib
                    && gpus.freePermille(node, slot) >= share.corePermille()
                    && DeviceMatch.qualifies(ask.request(), gpus, node, slot);
            if (fits) {
                long left = gpus.freeMib(node, slot) - askedMib;
                best = Math.max(best, (int) (FULL - FULL / 2 * left / Math.max(1, gpus.grantableMib(node, slot))));
            }
        }
        return best;
    }
}
