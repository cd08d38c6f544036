package dev.basalt.core.score;

import dev.basalt.core.snapshot.ClusterView;
import dev.basalt.core.snapshot.TaskShape;

/** One preference among nodes. */
public interface Score {
    /** Best. */
    int FULL = 100;

    /** How much the node is preferred for one task of the shape, 0..100. The node passes every filter. */
    int of(TaskShape shape, ClusterView view, int node);
}
