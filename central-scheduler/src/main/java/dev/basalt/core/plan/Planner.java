package dev.basalt.core.plan;

import dev.basalt.core.model.Policy;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.ArrayList;
import java.util.List;

/** Decides where gangs go. The same snapshot and demands give the same plan, bit for bit. */
public final class Planner {
    private final Policy policy;

    public Planner(Policy policy) {
        this.policy = policy;
    }

    /**
     * Places whole gangs in queue order.
     *
     * @param snapshot the cluster; not changed
     * @param demands gangs that want members placed, in any order
     * @return one outcome for every demand that was looked at, in the order of decision
     */
    public Plan plan(ClusterSnapshot snapshot, List<GangDemand> demands) {
        List<Plan.Outcome> outcomes = new ArrayList<>();
        for (GangDemand demand : demands) {
            outcomes.add(new Plan.Waits(
                    demand.gang().uid(),
                    List.of(new Refusal.NotReadyToPlan(policy + " over " + snapshot.nodeCount()))));
        }
        return new Plan(outcomes);
    }
}
