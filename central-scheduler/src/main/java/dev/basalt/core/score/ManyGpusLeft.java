package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes that keep the most whole GPUs free afterwards; for policies that spread. */
public final class ManyGpusLeft implements Score {
    private final FewGpusLeft opposite = new FewGpusLeft();

    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        return FULL - opposite.of(shape, view, node);
    }
}
