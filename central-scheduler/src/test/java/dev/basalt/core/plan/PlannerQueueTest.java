package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.apply;
import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpu;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.Quota;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who comes first, and who may use how much. */
class PlannerQueueTest {
    @Test
    void repairsAGangBeforeNewWorkOfItsQueueAndPriority() {
        GangDemand filler = demand(uniform("filler", 1, gpuPod(1)), 1);
        GangDemand repair = new GangDemand(
                uniform("g", 2, gpuPod(1)),
                0,
                9,
                true,
                List.of(new GangDemand.Wanted(new TaskId("g", "worker", 1), "g1")),
                List.of(new GangDemand.Placed(new TaskId("g", "worker", 0), "g0", "a")),
                List.of());

        Plan plan = plan(cluster(gpuNode("b", 1)), List.of(filler, repair));

        assertEquals(List.of("worker-1@b"), places(plan, "g"));
        assertEquals(List.of(), places(plan, "filler"));
    }

    @Test
    void takesHigherPriorityFirstThenArrival() {
        List<GangDemand> demands = List.of(
                demand(uniform("late", 1, gpuPod(1)), 0, 3, false),
                demand(uniform("early", 1, gpuPod(1)), 0, 2, false),
                demand(uniform("high", 1, gpuPod(1)), 5, 9, false));

        assertEquals(List.of("high", "early", "late"), order(plan(cluster(gpuNode("a", 3)), demands)));
    }

    @Test
    void dividesGpusByWeight() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(queue("light", 1, Capability.UNLIMITED));
        columns.putQueue(queue("heavy", 3, Capability.UNLIMITED));
        List<GangDemand> demands = new ArrayList<>();
        for (int index = 0; index < 8; index++) {
            demands.add(demand(in("light", "l" + index, 1), index));
            demands.add(demand(in("heavy", "h" + index, 1), index));
        }

        Plan plan = plan(columns, demands);

        assertEquals(
                2, plan.outcomes().stream().filter(each -> isPlaced(each, "l")).count());
        assertEquals(
                6, plan.outcomes().stream().filter(each -> isPlaced(each, "h")).count());
    }

    @Test
    void countsWhatRunsAlreadyTowardsAFairShare() {
        ClusterColumns columns = cluster(gpuNode("a", 4));
        columns.putQueue(queue("x", 1, Capability.UNLIMITED));
        columns.putQueue(queue("y", 1, Capability.UNLIMITED));
        List<GangDemand> running = List.of(demand(in("x", "old", 2), 1));
        apply(columns, plan(columns, running), running);

        Plan plan = plan(columns, List.of(demand(in("x", "x1", 1), 1), demand(in("y", "y1", 1), 2)));

        assertEquals(List.of("y1", "x1"), order(plan));
    }

    @Test
    void neverTakesAQueueOrItsParentOverACapability() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(queue("parent", 1, gpuQuota(3)));
        columns.putQueue(child("one", "parent", gpuQuota(2)));
        columns.putQueue(child("two", "parent", Capability.UNLIMITED));

        Plan plan = plan(
                columns,
                List.of(
                        demand(in("one", "o1", 2), 1),
                        demand(in("one", "o2", 1), 2),
                        demand(in("two", "t1", 2), 3),
                        demand(in("two", "t2", 1), 4)));

        assertEquals(new Plan.Waits("o2", List.of(full("one", 1, 2, 2))), outcome(plan, "o2"));
        assertEquals(1, places(plan, "o1").size());
        assertEquals(1, places(plan, "t2").size());
        assertEquals(new Plan.Waits("t1", List.of(full("parent", 2, 2, 3))), outcome(plan, "t1"));
    }

    @Test
    void placesAsManyExtraMembersAsTheQueueAllows() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(queue("q", 1, gpuQuota(3)));
        Gang elastic = gang("e", "q", 1, ResourceVector.ZERO, role("worker", 1, 6, gpuPod(1)));

        Plan plan = plan(columns, List.of(demand(elastic, 1)));

        assertEquals(3, places(plan, "e").size());
        assertEquals(
                List.of(new Refusal.QueueFull("q", ResourceVector.GPU_MILLI, 1000, 3000, 3000, 0)),
                ((Plan.Placed) outcome(plan, "e")).stillWaiting());
    }

    @Test
    void leavesAModelOfWhichTheQuotaIsUsedUp() {
        ClusterColumns columns = cluster(
                node("a", ResourceVector.ZERO, List.of(gpu("p4", "P4", 8_000), gpu("p4b", "P4", 8_000))),
                node(
                        "b",
                        ResourceVector.ZERO,
                        List.of(gpu("v", "V100", 16_000), gpu("v2", "V100", 16_000), gpu("v3", "V100", 16_000))));
        columns.putQueue(queue("q", 1, Capability.of(Quota.MODEL_PREFIX + "P4", 1000)));

        Plan plan = plan(
                columns,
                List.of(demand(in("q", "j1", 1), 1), demand(in("q", "j2", 1), 2), demand(in("q", "j3", 1), 3)));

        assertEquals(List.of("worker-0@a"), places(plan, "j1"));
        assertEquals(List.of("worker-0@b"), places(plan, "j2"));
        assertEquals(List.of("worker-0@b"), places(plan, "j3"));
    }

    @Test
    void letsNoBadQueueHarmAnother() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        columns.putQueue(child("orphan", "nope", Capability.UNLIMITED));
        columns.putQueue(child("loop1", "loop2", Capability.UNLIMITED));
        columns.putQueue(child("loop2", "loop1", Capability.UNLIMITED));
        columns.putQueue(queue("parent", 1, Capability.UNLIMITED));
        columns.putQueue(child("child", "parent", Capability.UNLIMITED));
        columns.putQueue(new Queue(
                "shut", Queue.ROOT, 1, 0, Capability.UNLIMITED, ResourceVector.ZERO, ResourceVector.ZERO, true, false));

        Plan plan = plan(
                columns,
                List.of(
                        demand(in("orphan", "g1", 1), 1),
                        demand(in("loop1", "g2", 1), 2),
                        demand(in("parent", "g3", 1), 3),
                        demand(in("shut", "g4", 1), 4),
                        demand(in("missing", "g5", 1), 5),
                        demand(in("child", "g6", 1), 6),
                        demand(in(Queue.DEFAULT, "g7", 1), 7)));

        assertEquals(waits("g1", new Refusal.QueueParentMissing("orphan", "nope")), outcome(plan, "g1"));
        assertEquals(waits("g2", new Refusal.QueueCycle("loop1")), outcome(plan, "g2"));
        assertEquals(waits("g3", new Refusal.QueueClosed("parent")), outcome(plan, "g3"));
        assertEquals(waits("g4", new Refusal.QueueClosed("shut")), outcome(plan, "g4"));
        assertEquals(waits("g5", new Refusal.NoSuchQueue("missing")), outcome(plan, "g5"));
        assertEquals(1, places(plan, "g6").size());
        assertEquals(1, places(plan, "g7").size());
    }

    @Test
    void letsSmallerGangsPassOneThatDoesNotFit() {
        Plan plan = plan(
                cluster(gpuNode("a", 4)),
                List.of(demand(uniform("big", 8, gpuPod(1)), 1), demand(uniform("small", 2, gpuPod(1)), 2)));

        assertEquals(List.of(), places(plan, "big"));
        assertEquals(2, places(plan, "small").size());
    }

    @Test
    void waitsForMembersThatDoNotExistYet() {
        Gang gang = uniform("g", 3, gpuPod(1));
        GangDemand demand = new GangDemand(
                gang,
                0,
                1,
                false,
                List.of(new GangDemand.Wanted(new TaskId("g", "worker", 0), "g0")),
                List.of(),
                List.of());

        assertEquals(
                waits("g", new Refusal.MembersMissing(3, 1)),
                outcome(plan(cluster(gpuNode("a", 8)), List.of(demand)), "g"));
    }

    @Test
    void givesTheSamePlanWhateverTheOrderOfDemands() {
        ClusterColumns columns = cluster(gpuNode("a", 8), gpuNode("b", 5));
        List<GangDemand> demands = new ArrayList<>();
        for (int index = 0; index < 9; index++) {
            demands.add(demand(uniform("g" + index, 1 + index % 3, gpuPod(1 + index % 2)), index));
        }

        Plan forward = plan(columns, demands);
        Plan backward = plan(columns, demands.reversed());

        assertEquals(forward, backward);
    }

    private static Plan plan(ClusterColumns columns, List<GangDemand> demands) {
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), demands);
        PlanCheck.verify(columns.snapshot(), demands, plan);
        return plan;
    }

    private static Plan.Waits waits(String gang, Refusal refusal) {
        return new Plan.Waits(gang, List.of(refusal));
    }

    private static Refusal full(String queue, int wantedGpus, int usedGpus, int capability) {
        return new Refusal.QueueFull(
                queue,
                ResourceVector.GPU_MILLI,
                wantedGpus * 1000L,
                usedGpus * 1000L,
                capability * 1000L,
                wantedGpus * 1000L);
    }

    private static Gang in(String queue, String uid, int gpuCount) {
        return gang(uid, queue, 1, ResourceVector.ZERO, role("worker", 1, 1, gpuPod(gpuCount)));
    }

    private static Capability gpuQuota(int gpuCount) {
        return Capability.of(ResourceVector.GPU_MILLI, gpuCount * 1000L);
    }

    private static Queue queue(String name, int weight, Capability capability) {
        return new Queue(name, Queue.ROOT, weight, 0, capability, ResourceVector.ZERO, ResourceVector.ZERO, true, true);
    }

    private static Queue child(String name, String parent, Capability capability) {
        return new Queue(name, parent, 1, 0, capability, ResourceVector.ZERO, ResourceVector.ZERO, true, true);
    }

    private static List<String> order(Plan plan) {
        return plan.outcomes().stream().map(Plan.Outcome::gangUid).toList();
    }

    private static boolean isPlaced(Plan.Outcome outcome, String prefix) {
        return outcome instanceof Plan.Placed && outcome.gangUid().startsWith(prefix);
    }
}
