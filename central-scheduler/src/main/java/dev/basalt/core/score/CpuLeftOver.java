package dev.basalt.core.score;

import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes that keep the smallest part of their CPU and memory free afterwards (best fit). */
public final class CpuLeftOver implements Score {
    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        int cpu = usedPart(shape, view, node, ResourceVector.CPU);
        int memory = usedPart(shape, view, node, ResourceVector.MEMORY);
        return (cpu + memory) / 2;
    }

    private static int usedPart(TaskShape shape, ClusterView view, int node, String name) {
        int resource = view.resourceIndex(name);
        long has = view.allocatableOf(resource, node);
        long left = view.freeOf(resource, node) - shape.requests().amount(name);
        long unit = Math.max(1, has / FULL);
        return Math.clamp(FULL - left / unit, 0, FULL);
    }
}
