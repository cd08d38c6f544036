package dev.basalt.core.plan;

import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.demand;
import static dev.basalt.core.Clusters.gang;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpuPod;
import static dev.basalt.core.Clusters.gpus;
import static dev.basalt.core.Clusters.node;
import static dev.basalt.core.Clusters.role;
import static dev.basalt.core.Clusters.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each broken plan is caught and named. */
class PlanCheckTest {
    @Test
    void namesACardGivenToTwoPods() {
        ClusterColumns columns = cluster(gpuNode("a", 2));
        var demands = List.of(demand(uniform("g", 2, gpuPod(1)), 1));

        assertEquals(
                "broken plan: a device's memory suffices: a-gpu0: 80000 MiB, 2000 permille, 2 pods, 2 users, 2 exclusive",
                fault(columns, demands, seat("g", 0, whole("a-gpu0")), seat("g", 1, whole("a-gpu0"))));
    }

    @Test
    void namesACardThatSomebodyUsesAlready() {
        ClusterColumns columns = cluster(gpuNode("a", 1));
        DeviceCharge part = new DeviceCharge("c", "a-gpu0", 0, 0, true);
        columns.charge(new Charge("old", "", "", "a", ResourceVector.ZERO, List.of(part)));

        assertEquals(
                "broken plan: an exclusive device has one owner: a-gpu0: 100 MiB, 0 permille, 2 pods, 2 users, 1 exclusive",
                fault(
                        columns,
                        List.of(demand(uniform("g", 1, gpuPod(1)), 1)),
                        seat("g", 0, new Plan.DeviceSeat("main", "a-gpu0", 100, 0, false, Phase.MAIN))));
    }

    @Test
    void namesASickCard() {
        List<Device> devices = new ArrayList<>(gpus("a", 1));
        devices.set(0, devices.getFirst().withHealth(new Device.Health.Unhealthy("xid")));
        ClusterColumns columns = cluster(node("a", ResourceVector.ZERO, devices));

        assertEquals(
                "broken plan: only healthy devices are given out: a-gpu0: 40000 MiB, 1000 permille, 1 pods, 1 users,"
                        + " 1 exclusive",
                fault(columns, List.of(demand(uniform("g", 1, gpuPod(1)), 1)), seat("g", 0, whole("a-gpu0"))));
    }

    @Test
    void namesANodeWithoutRoom() {
        ClusterColumns columns = cluster(node("a", ResourceVector.of(ResourceVector.CPU, 1000), gpus("a", 1)));
        Plan.Seat seat = new Plan.Seat(
                new TaskId("g", "worker", 0),
                "g/worker-0",
                "a",
                ResourceVector.of(ResourceVector.CPU, 1500),
                List.of());

        assertEquals(
                "broken plan: a node gives no more than it has: a cpu: 1500 of 1000",
                fault(columns, List.of(demand(uniform("g", 1, gpuPod(1)), 1)), seat));
    }

    @Test
    void namesAGangThatIsNotWhole() {
        assertEquals(
                "broken plan: a gang has its minimum: g has 1 of 2",
                fault(
                        cluster(gpuNode("a", 2)),
                        List.of(demand(uniform("g", 2, gpuPod(1)), 1)),
                        seat("g", 0, whole("a-gpu0"))));
    }

    @Test
    void namesARoleThatIsNotWhole() {
        var demands = List.of(demand(gang("g", 1, role("worker", 0, 2, gpuPod(1)), role("chief", 1, 1, gpuPod(1))), 1));

        assertEquals(
                "broken plan: each role has its minimum: g in chief",
                fault(cluster(gpuNode("a", 2)), demands, seat("g", 0, whole("a-gpu0"))));
    }

    @Test
    void namesAHostPortGivenTwice() {
        PodTemplate template =
                new PodTemplate(gpuPod(1).containers(), new TreeMap<>(), List.of(), List.of(), List.of("TCP/80"), 0);

        assertEquals(
                "broken plan: a host port has one owner: a TCP/80",
                fault(
                        cluster(gpuNode("a", 2)),
                        List.of(demand(uniform("g", 2, template), 1)),
                        seat("g", 0, whole("a-gpu0")),
                        seat("g", 1, whole("a-gpu1"))));
    }

    @Test
    void namesAPodThatNobodyAskedFor() {
        assertEquals(
                "broken plan: a placed member waited: TaskId[gangUid=g, role=worker, index=7]",
                fault(
                        cluster(gpuNode("a", 2)),
                        List.of(demand(uniform("g", 1, gpuPod(1)), 1)),
                        seat("g", 7, whole("a-gpu0"))));
    }

    @Test
    void namesAQueueOverItsCapability() {
        ClusterColumns columns = cluster(gpuNode("a", 2));
        columns.putQueue(new Queue(
                Queue.DEFAULT,
                Queue.ROOT,
                1,
                0,
                Capability.of(ResourceVector.GPU_MILLI, 500),
                ResourceVector.ZERO,
                ResourceVector.ZERO,
                true,
                true));

        assertEquals(
                "broken plan: no queue is over its capability: QueueFull[queue=default, resource=basalt.dev/gpu-milli,"
                        + " wanted=1000, used=0, capability=500, least=1000]",
                fault(columns, List.of(demand(uniform("g", 1, gpuPod(1)), 1)), seat("g", 0, whole("a-gpu0"))));
    }

    private static String fault(ClusterColumns columns, List<GangDemand> demands, Plan.Seat... seats) {
        Plan plan = new Plan(List.of(new Plan.Placed("g", List.of(seats), List.of())));
        IllegalStateException fault =
                assertThrows(IllegalStateException.class, () -> PlanCheck.verify(columns.snapshot(), demands, plan));
        return String.valueOf(fault.getMessage());
    }

    private static Plan.Seat seat(String gang, int index, Plan.DeviceSeat device) {
        TaskId task = new TaskId(gang, "worker", index);
        return new Plan.Seat(task, gang + "/worker-" + index, "a", ResourceVector.ZERO, List.of(device));
    }

    private static Plan.DeviceSeat whole(String uuid) {
        return new Plan.DeviceSeat("main", uuid, 40_000, 1000, true, Phase.MAIN);
    }
}
