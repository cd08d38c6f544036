package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.apply;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.role;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.RandomCluster;
import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.Explanation;
import dev.basalt.core.explain.ExplanationText;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds of every plan, on random clusters with nodes of every kind of trouble. */
class PlannerRandomTest {
    private static final int SEEDS = 300;
    private static final int NODES = 12;

    @Test
    void leavesNobodyWaitingWhoFitsAndExplainsEverybodyElse() {
        int waitingCount = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            RandomCluster cluster = new RandomCluster(random);
            ClusterColumns columns = cluster.columns();
            columns.putQueue(new Queue(
                    "tight",
                    Queue.ROOT,
                    2,
                    0,
                    Capability.of(ResourceVector.GPU_MILLI, 1_500),
                    ResourceVector.ZERO,
                    ResourceVector.ZERO,
                    true,
                    true));
            List<GangDemand> demands = demands(cluster, random);
            Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), demands);
            PlanCheck.verify(columns.snapshot(), demands, plan);
            apply(columns, plan, demands);
            List<GangDemand> waiting = waiting(plan, demands);

            Plan again = new Planner(Policy.DEFAULT).plan(columns.snapshot(), waiting);

            for (Plan.Outcome outcome : again.outcomes()) {
                String about = "seed " + seed + ": " + outcome;
                Explanation explanation = new Explainer(Policy.DEFAULT, (pod, gang) -> pod)
                        .explain(columns.snapshot(), waiting, outcome.gangUid());
                assertTrue(outcome instanceof Plan.Waits, about);
                assertEquals(outcome, new Plan.Waits(outcome.gangUid(), explanation.refusals()), about);
                assertTrue(ExplanationText.lines(explanation).size() > 1, about);
                assertTrue(nodesTold(explanation.refusals()) <= NODES, about);
            }
            waitingCount += waiting.size();
        }
        assertTrue(waitingCount > SEEDS, "waiting " + waitingCount);
    }

    private static List<GangDemand> demands(RandomCluster cluster, Random random) {
        List<GangDemand> demands = new ArrayList<>();
        for (int index = 0; index < 12; index++) {
            int count = 1 + random.nextInt(4);
            List<MemberGroup> roles = new ArrayList<>();
            roles.add(role("worker", count, count, cluster.template()));
            if (random.nextInt(3) == 0) {
                roles.add(role("chief", 1, 1, cluster.template()));
            }
            int members = roles.stream().mapToInt(MemberGroup::minimum).sum();
            String queue = random.nextInt(4) == 0 ? "tight" : Queue.DEFAULT;
            Gang gang = gang("g" + index, queue, members, ResourceVector.ZERO, roles.toArray(new MemberGroup[0]));
            demands.add(demand(gang, random.nextInt(3), index, false));
        }
        return demands;
    }

    private static List<GangDemand> waiting(Plan plan, List<GangDemand> demands) {
        List<String> uids = plan.outcomes().stream()
                .filter(outcome -> outcome instanceof Plan.Waits)
                .map(Plan.Outcome::gangUid)
                .toList();
        return demands.stream()
                .filter(demand -> uids.contains(demand.gang().uid()))
                .toList();
    }

    /** Most nodes that are told of for one role. */
    private static int nodesTold(List<Refusal> refusals) {
        int workers = 0;
        for (Refusal refusal : refusals) {
            if (refusal instanceof Refusal.NodesRefused refused
                    && refused.role().equals("worker")) {
                workers += refused.nodes();
            }
        }
        return workers;
    }
}
