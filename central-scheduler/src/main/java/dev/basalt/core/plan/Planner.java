package dev.basalt.core.plan;

import dev.basalt.core.model.Policy;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides where gangs go. The same snapshot and demands give the same plan, bit for bit.
 *
 * <p>Queues take turns by priority and fair share; within a queue higher priority goes first, then gangs that lost
 * members, then arrival. Gangs are placed whole. One that does not fit waits, holds nothing and stops nobody: later
 * ones, also smaller ones of its own queue, may start before it.
 */
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
        return new PlanRun(snapshot, demands, policy).run();
    }

    /**
     * Looks at one gang as if it were next, with the same rules and code as {@link #plan}.
     *
     * @return null when the gang is not among the demands or wants nothing
     */
    public @Nullable Look look(ClusterSnapshot snapshot, List<GangDemand> demands, String gangUid) {
        for (GangDemand demand : demands) {
            if (demand.gang().uid().equals(gangUid) && !demand.wanted().isEmpty()) {
                return new PlanRun(snapshot, demands, policy).look(demand);
            }
        }
        return null;
    }
}
