package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Keeps tasks without GPUs off nodes whose GPUs could still be used: the fewer are free, the better. */
public final class CpuTaskAvoidsGpus implements Score {
    private static final int PER_GPU = 6;

    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        return shape.asks().isEmpty() ? Math.max(0, FULL - PER_GPU * view.freeGpus(node)) : FULL;
    }
}
