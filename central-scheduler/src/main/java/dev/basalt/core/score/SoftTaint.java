package dev.basalt.core.score;

import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** Prefers nodes without {@code PreferNoSchedule} taints that the task does not tolerate. */
public final class SoftTaint implements Score {
    @Override
    public int of(TaskShape shape, ClusterView view, int node) {
        for (Taint taint : view.facts(node).spec().taints()) {
            if (taint.effect().equals("PreferNoSchedule") && !shape.tolerates(taint)) {
                return 0;
            }
        }
        return FULL;
    }
}
