package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes that keep the fewest whole GPUs free afterwards, so that whole nodes stay whole. */
public final class FewGpusLeft implements Score {
    private static final int PER_GPU = 6;

    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        int left = Math.max(0, view.freeGpus(node) - shape.wholeGpus());
        return Math.max(0, FULL - PER_GPU * left);
    }
}
