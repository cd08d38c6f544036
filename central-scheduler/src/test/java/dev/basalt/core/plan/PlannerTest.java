package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.apply;
import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.cpuNode;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.gpus;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.sharePod;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private final CheckedPlanner planner = new CheckedPlanner();

    /** Every plan of these tests passes the check that production runs. */
    private static final class CheckedPlanner {
        private final Planner planner = new Planner(Policy.DEFAULT);

        private Plan plan(ClusterSnapshot snapshot, List<GangDemand> demands) {
            Plan plan = planner.plan(snapshot, demands);
            PlanCheck.verify(snapshot, demands, plan);
            return plan;
        }
    }

    @Test
    void givesTheClusterToOneOfTwoGangsThatCannotBothFit() {
        ClusterColumns columns = new ClusterColumns();
        for (int index = 0; index < 100; index++) {
            columns.putNode(gpuNode("node-" + (100 + index), 1));
        }
        List<GangDemand> demands =
                List.of(demand(uniform("a", 100, gpuPod(1)), 1), demand(uniform("b", 100, gpuPod(1)), 2));

        Plan plan = planner.plan(columns.snapshot(), demands);

        assertEquals(100, places(plan, "a").size());
        assertEquals(
                new Plan.Waits(
                        "b",
                        List.of(
                                new Refusal.TooFewSeats(100, 0, 100),
                                new Refusal.NodesRefused("worker", 100, new NodeReason.TooFewFreeGpus(1, 0)))),
                outcome(plan, "b"));
    }

    @Test
    void placesNothingOfAGangWhoseFragmentsWouldSumUpToEnough() {
        ClusterColumns columns = new ClusterColumns();
        for (int index = 0; index < 10; index++) {
            columns.putNode(cpuNode("node-" + index, 6));
        }

        Plan twelve = planner.plan(columns.snapshot(), List.of(demand(uniform("j", 12, pod(cpu(4))), 1)));
        Plan ten = planner.plan(
                columns.snapshot(), List.of(demand(gang("j", 10, role("worker", 10, 12, pod(cpu(4)))), 1)));

        assertEquals(new Plan.Waits("j", List.of(new Refusal.TooFewSeats(12, 10, 10))), outcome(twelve, "j"));
        assertEquals(10, places(ten, "j").size());
    }

    @Test
    void findsTheOnlyPlacementOfTwoUnequalMembersInWhateverOrderTheyCome() {
        ResourceVector roomy = cpu(53).with(ResourceVector.MEMORY, 476L << 30);
        ResourceVector small = cpu(31).with(ResourceVector.MEMORY, 96L << 30);
        ClusterColumns columns = cluster(node("a", roomy, List.of()), node("b", small, List.of()));
        var gang = gang("j", 2, role("x", 1, 1, pod(cpu(30))), role("y", 1, 1, pod(cpu(50))));

        Plan plan = planner.plan(columns.snapshot(), List.of(demand(gang, 1)));

        assertEquals(List.of("x-0@b", "y-0@a"), places(plan, "j"));
    }

    @Test
    void findsTheOnlyPlacementOfTwoUnequalGpuMembers() {
        ClusterColumns columns = cluster(gpuNode("a", 8), gpuNode("b", 4));
        var gang = gang("j", 2, role("x", 1, 1, gpuPod(4)), role("y", 1, 1, gpuPod(8)));

        Plan plan = planner.plan(columns.snapshot(), List.of(demand(gang, 1)));

        assertEquals(List.of("x-0@b", "y-0@a"), places(plan, "j"));
    }

    @Test
    void keepsTheRoomThatASparkJobWasPromisedFromTheNext() {
        ClusterColumns columns = cluster(cpuNode("a", 8));
        columns.putQueue(new Queue(
                "spark",
                Queue.ROOT,
                1,
                0,
                new Capability(cpu(2).amounts()),
                ResourceVector.ZERO,
                ResourceVector.ZERO,
                true,
                true));
        var first = gang(
                "first", "spark", 1, cpu(2), role("driver", 1, 1, pod(cpu(1))), role("executor", 0, 1, pod(cpu(1))));
        var second = gang("second", "spark", 1, cpu(2), role("driver", 1, 1, pod(cpu(1))));
        var onlyDriver =
                new GangDemand(first, 0, 1, false, List.of(wanted("first", "driver", 0)), List.of(), List.of());

        Plan before = planner.plan(columns.snapshot(), List.of(onlyDriver, demand(second, 2)));
        apply(columns, before, List.of(onlyDriver));
        var executor = new GangDemand(
                first,
                0,
                1,
                false,
                List.of(wanted("first", "executor", 0)),
                List.of(new GangDemand.Placed(new TaskId("first", "driver", 0), "first/driver-0", "a")),
                List.of());
        Plan after = planner.plan(columns.snapshot(), List.of(demand(second, 2), executor));

        assertEquals(List.of("driver-0@a"), places(before, "first"));
        assertEquals(
                new Plan.Waits("second", List.of(new Refusal.QueueFull("spark", "cpu", 2000, 2000, 2000, 2000))),
                outcome(before, "second"));
        assertEquals(List.of("executor-0@a"), places(after, "first"));
        assertEquals(List.of(), places(after, "second"));
    }

    @Test
    void honoursTheMinimumOfEachRoleAndOfTheGang() {
        var job = gang("j", 5, role("web", 2, 6, gpuPod(1)), role("t2", 2, 2, gpuPod(1)));

        Plan five = planner.plan(cluster(gpuNode("a", 5)).snapshot(), List.of(demand(job, 1)));
        Plan three = planner.plan(cluster(gpuNode("a", 3)).snapshot(), List.of(demand(job, 1)));

        assertEquals(List.of("web-0@a", "web-1@a", "web-2@a", "t2-0@a", "t2-1@a"), places(five, "j"));
        assertEquals(new Plan.Waits("j", List.of(new Refusal.TooFewSeats(5, 3, 3))), outcome(three, "j"));
    }

    @Test
    void putsTwoOfThreeSharesOnOneCardAndLetsTheThirdWait() {
        ClusterColumns columns = cluster(node("a", ResourceVector.ZERO, gpus("a", 1, 24_576)));
        List<GangDemand> demands = List.of(
                demand(uniform("p1", 1, sharePod(12_288, 0)), 1),
                demand(uniform("p2", 1, sharePod(12_288, 0)), 2),
                demand(uniform("p3", 1, sharePod(12_288, 0)), 3));

        Plan plan = planner.plan(columns.snapshot(), demands);

        assertEquals(List.of("worker-0@a"), places(plan, "p1"));
        assertEquals(List.of("worker-0@a"), places(plan, "p2"));
        assertEquals(
                new Plan.Waits(
                        "p3",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 1),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.TooLittleGpuMemory(12_288, 0)))),
                outcome(plan, "p3"));
    }

    private static GangDemand.Wanted wanted(String gang, String role, int index) {
        return new GangDemand.Wanted(new TaskId(gang, role, index), gang + '/' + role + '-' + index);
    }
}
