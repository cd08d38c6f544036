package dev.basalt.core.explain;

import dev.basalt.core.model.Policy;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.plan.Planner;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.List;

/** Answers why a gang waits, by trying it on a snapshot exactly as a planning pass would. */
public final class Explainer {
    private final Planner planner;

    public Explainer(Policy policy) {
        planner = new Planner(policy);
    }

    /**
     * Why the gang waits.
     *
     * @param snapshot the cluster after the last planning pass
     * @param demands all gangs that want something, in any order
     * @param gangUid the gang in question
     */
    public Explanation explain(ClusterSnapshot snapshot, List<GangDemand> demands, String gangUid) {
        List<Refusal> refusals = List.of();
        for (Plan.Outcome outcome : planner.plan(snapshot, demands).outcomes()) {
            if (outcome.gangUid().equals(gangUid) && outcome instanceof Plan.Waits waits) {
                refusals = waits.refusals();
            }
        }
        return new Explanation(
                gangUid,
                Explanation.Verdict.WAITS,
                new Explanation.QueueStanding("", 0, 0, 0, List.of()),
                new Explanation.Members(0, 0, 0, 0),
                refusals,
                null,
                List.of(),
                List.of(),
                0);
    }
}
