package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes where a share opens an idle GPU; for policies that spread shares. */
public final class UnusedGpuFirst implements Score {
    private final UsedGpuFirst opposite = new UsedGpuFirst();

    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        TaskShape.DeviceAsk ask = shape.singleAsk();
        return ask == null ? FULL : FULL - opposite.of(shape, view, node);
    }
}
