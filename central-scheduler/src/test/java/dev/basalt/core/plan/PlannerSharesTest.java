package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.A100;
import static dev.basalt.core.Clusters.apply;
import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.container;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gpu;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.gpus;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.outcome;
import static dev.basalt.core.Clusters.places;
import static dev.basalt.core.Clusters.pod;
import static dev.basalt.core.Clusters.sharePod;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shares, MIG instances, selectors, and pods of several containers. */
class PlannerSharesTest {
    @Test
    void neverPutsMoreThanAllCoresOnOneCard() {
        Plan plan = plan(cluster(gpuNode("a", 8)), singles(20, sharePod(4_544, 500)));

        assertEquals(16, placedCount(plan));
    }

    @Test
    void countsMemoryInWholeMebibytes() {
        ClusterColumns columns = cluster(node("a", ResourceVector.ZERO, List.of(splitGpu("g", 46_068, 100))));

        assertEquals(23, placedCount(plan(columns, singles(24, sharePod(2_000, 0)))));
    }

    @Test
    void stopsWhenAllShareSlotsAreTaken() {
        ClusterColumns columns = cluster(node("a", ResourceVector.ZERO, List.of(splitGpu("g", 40_000, 3))));

        Plan plan = plan(columns, singles(4, sharePod(10, 0)));

        assertEquals(
                new Plan.Waits(
                        "p3",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 1),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.NoShareSlot(3)))),
                outcome(plan, "p3"));
    }

    @Test
    void givesAllCoresOfOneCardToOnePodOnly() {
        Plan plan = plan(cluster(gpuNode("a", 1)), singles(2, sharePod(16_000, 1000)));

        assertEquals(1, placedCount(plan));
    }

    @Test
    void givesPodsOfDifferentPassesDifferentCards() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        List<String> uuids = new ArrayList<>();
        for (int wanted : new int[] {2, 2, 4}) {
            List<GangDemand> one = List.of(demand(uniform("p" + uuids.size(), 1, gpuPod(wanted)), 1));
            Plan plan = plan(columns, one);
            apply(columns, plan, one);
            seats(plan).forEach(seat -> seat.devices().forEach(device -> uuids.add(device.deviceUuid())));
        }

        assertEquals(8, uuids.stream().distinct().count());
    }

    @Test
    void keepsEachContainersDeviceApart() {
        PodTemplate template = PodTemplate.anywhere(List.of(
                container("a", Phase.MAIN, ResourceVector.ZERO, share(2_000)),
                container("b", Phase.MAIN, ResourceVector.ZERO),
                container("c", Phase.MAIN, ResourceVector.ZERO, share(3_000))));

        Plan plan = plan(cluster(gpuNode("n", 1)), List.of(demand(uniform("p", 1, template), 1)));

        assertEquals(
                List.of(
                        new Plan.DeviceSeat("a", "n-gpu0", 2_000, 0, false, Phase.MAIN),
                        new Plan.DeviceSeat("c", "n-gpu0", 3_000, 0, false, Phase.MAIN)),
                seats(plan).getFirst().devices());
    }

    @Test
    void usesASecondCardWhenTheFirstHasNoRoomForTheSecondContainer() {
        PodTemplate template = PodTemplate.anywhere(List.of(
                container("big", Phase.MAIN, ResourceVector.ZERO, share(10_240)),
                container("small", Phase.MAIN, ResourceVector.ZERO, share(1_024))));
        ClusterColumns columns = cluster(node("n", ResourceVector.ZERO, gpus("n", 2, 10_240)));

        Plan plan = plan(columns, List.of(demand(uniform("p", 1, template), 1)));

        assertEquals(
                List.of("n-gpu0", "n-gpu1"),
                seats(plan).getFirst().devices().stream()
                        .map(Plan.DeviceSeat::deviceUuid)
                        .toList());
    }

    @Test
    void letsAnInitContainerUseTheCardOfTheMainOne() {
        PodTemplate template = PodTemplate.anywhere(List.of(
                container("init", Phase.INIT, ResourceVector.ZERO, DeviceRequest.whole(1)),
                container("main", Phase.MAIN, ResourceVector.ZERO, DeviceRequest.whole(1))));
        ClusterColumns columns = cluster(gpuNode("n", 1));
        List<GangDemand> demands = List.of(demand(uniform("p", 1, template), 1));

        Plan plan = plan(columns, demands);
        apply(columns, plan, demands);
        Plan next = plan(columns, singles(1, sharePod(10, 0)));

        assertEquals(2, seats(plan).getFirst().devices().size());
        assertEquals(0, placedCount(next));
    }

    @Test
    void givesAContainerAsManyDistinctCardsAsItAsks() {
        PodTemplate four = pod(ResourceVector.ZERO, DeviceRequest.share(4, new MemoryAsk.Mib(10), 0));

        Plan plan = plan(cluster(gpuNode("a", 2)), List.of(demand(uniform("p", 1, four), 1)));

        assertEquals(
                new Plan.Waits(
                        "p",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 0),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.TooFewGpus(4, 2)))),
                outcome(plan, "p"));
    }

    @Test
    void opensNoIdleCardForAShareWhileASharedOneHasRoom() {
        ClusterColumns columns = cluster(gpuNode("a", 4), gpuNode("b", 4));

        Plan plan = plan(columns, singles(4, sharePod(10_000, 250)));

        assertEquals(1, usedCards(plan));
    }

    @Test
    void spreadsSharesWhenThePolicySaysSo() {
        Policy policy = Policy.DEFAULT;
        Policy spread =
                new Policy(policy.nodeSilentMillis(), policy.acceptMillis(), policy.completeGangMillis(), true, false);
        ClusterColumns columns = cluster(gpuNode("a", 2));
        List<GangDemand> demands = singles(2, sharePod(10_000, 250));

        Plan plan = new Planner(spread).plan(columns.snapshot(), demands);

        assertEquals(2, usedCards(plan));
    }

    @Test
    void matchesMigInstancesByProfile() {
        List<Device> devices = new ArrayList<>();
        devices.add(gpu("parent", A100, 40_000));
        devices.add(mig("m1", "3g.20gb"));
        devices.add(mig("m2", "1g.5gb"));
        PodTemplate small = pod(ResourceVector.ZERO, new DeviceRequest(1, new PerDevice.Mig("1g.5gb"), Selector.ANY));
        List<GangDemand> demands = List.of(
                demand(uniform("x", 1, small), 1),
                demand(uniform("y", 1, small), 2),
                demand(uniform("z", 1, gpuPod(1)), 3));

        Plan plan = plan(cluster(node("n", ResourceVector.ZERO, devices)), demands);

        assertEquals("m2", seats(plan).getFirst().devices().getFirst().deviceUuid());
        assertEquals(
                new Plan.Waits(
                        "y",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 1),
                                new Refusal.NodesRefused(
                                        "worker", 1, new NodeReason.TooFewFreeMigInstances("1g.5gb", 1, 0)))),
                outcome(plan, "y"));
        assertEquals(List.of(), places(plan, "z"));
    }

    @Test
    void selectsCardsByModelAndByUuid() {
        ClusterColumns columns = cluster(
                node("n", ResourceVector.ZERO, List.of(gpu("t", "Tesla T4", 15_000), gpu("h", "NVIDIA H100", 80_000))));
        List<GangDemand> demands = List.of(
                demand(
                        uniform("h100", 1, selecting(new Selector(List.of("H100"), List.of(), List.of(), List.of()))),
                        1),
                demand(uniform("uuid", 1, selecting(new Selector(List.of(), List.of(), List.of("t"), List.of()))), 2),
                demand(
                        uniform("a100", 1, selecting(new Selector(List.of("A100"), List.of(), List.of(), List.of()))),
                        3));

        Plan plan = plan(columns, demands);

        assertEquals(
                List.of("h", "t"),
                seats(plan).stream()
                        .map(seat -> seat.devices().getFirst().deviceUuid())
                        .toList());
        assertEquals(
                new Plan.Waits(
                        "a100",
                        List.of(
                                new Refusal.TooFewSeats(1, 0, 0),
                                new Refusal.NodesRefused("worker", 1, new NodeReason.ModelMismatch("A100")))),
                outcome(plan, "a100"));
    }

    private static Plan plan(ClusterColumns columns, List<GangDemand> demands) {
        Plan plan = new Planner(Policy.DEFAULT).plan(columns.snapshot(), demands);
        PlanCheck.verify(columns.snapshot(), demands, plan);
        return plan;
    }

    private static List<GangDemand> singles(int count, PodTemplate template) {
        return IntStream.range(0, count)
                .mapToObj(index -> demand(uniform("p" + index, 1, template), index))
                .toList();
    }

    private static List<Plan.Seat> seats(Plan plan) {
        List<Plan.Seat> seats = new ArrayList<>();
        for (Plan.Outcome outcome : plan.outcomes()) {
            if (outcome instanceof Plan.Placed placed) {
                seats.addAll(placed.seats());
            }
        }
        return seats;
    }

    private static int placedCount(Plan plan) {
        return seats(plan).size();
    }

    private static long usedCards(Plan plan) {
        return seats(plan).stream()
                .map(seat -> seat.devices().getFirst().deviceUuid())
                .distinct()
                .count();
    }

    private static DeviceRequest share(long memoryMib) {
        return DeviceRequest.share(1, new MemoryAsk.Mib(memoryMib), 0);
    }

    private static PodTemplate selecting(Selector selector) {
        return pod(ResourceVector.ZERO, new DeviceRequest(1, new PerDevice.Whole(), selector));
    }

    private static Device splitGpu(String uuid, long memoryMib, int splitCount) {
        return new Device(
                uuid,
                new Device.Kind.Whole(),
                A100,
                memoryMib,
                0,
                splitCount,
                -1,
                "",
                new Device.Health.Healthy(),
                List.of());
    }

    private static Device mig(String uuid, String profile) {
        return new Device(
                uuid,
                new Device.Kind.MigInstance("parent", profile, 0, 1),
                A100,
                5_000,
                0,
                1,
                -1,
                "",
                new Device.Health.Healthy(),
                List.of());
    }
}
