package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.GpuColumns;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes with smaller GPUs, so that large ones stay for those who need them. */
public final class SmallestGpu implements Score {
    /** One point for each 4 GiB: the largest GPUs of today have 288 GiB. */
    private static final int MIB_PER_POINT = 4096;

    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        GpuColumns gpus = view.gpus();
        if (shape.asks().isEmpty() || gpus.deviceCount(node) == 0) {
            return FULL;
        }
        return Math.max(0, FULL - gpus.grantableMib(node, 0) / MIB_PER_POINT);
    }
}
