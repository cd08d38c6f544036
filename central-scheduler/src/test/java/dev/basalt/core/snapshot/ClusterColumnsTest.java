package dev.basalt.core.snapshot;

import static dev.basalt.core.Clusters.A100;
import static dev.basalt.core.Clusters.cluster;
import static dev.basalt.core.Clusters.cpu;
import static dev.basalt.core.Clusters.cpuNode;
import static dev.basalt.core.Clusters.gpuNode;
import static dev.basalt.core.Clusters.gpus;
import static dev.basalt.core.Clusters.node;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.basalt.core.device.Device;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterColumnsTest {
    @Test
    void countsTwoContainersOfOnePodOnOneCardTwice() {
        ClusterColumns columns = cluster(gpuNode("a", 1));

        columns.charge(charge("p", part("c1", "a-gpu0", 16_000), part("c2", "a-gpu0", 16_000)));

        ClusterSnapshot snapshot = columns.snapshot();
        assertEquals(8_000, snapshot.gpus().freeMib(0, 0));
        assertEquals(8, snapshot.gpus().freeShareSlots(0, 0));
    }

    @Test
    void countsTheLargerOfInitsAndMainsBesideSidecars() {
        ClusterColumns columns = cluster(gpuNode("a", 1));

        columns.charge(charge(
                "p",
                new DeviceCharge("init-1", "a-gpu0", 9_000, 0, false, Phase.INIT),
                new DeviceCharge("init-2", "a-gpu0", 12_000, 0, false, Phase.INIT),
                new DeviceCharge("sidecar", "a-gpu0", 1_000, 0, false, Phase.RESTARTABLE_INIT),
                new DeviceCharge("main-1", "a-gpu0", 5_000, 0, false, Phase.MAIN),
                new DeviceCharge("main-2", "a-gpu0", 6_000, 0, false, Phase.MAIN)));

        assertEquals(40_000 - 13_000, columns.snapshot().gpus().freeMib(0, 0));
    }

    @Test
    void givesBackAllOfAPodAndNothingOfOthers() {
        ClusterColumns columns = cluster(gpuNode("a", 2));
        ClusterSnapshot empty = columns.snapshot();
        columns.charge(charge("p", part("c", "a-gpu0", 16_000)));
        columns.charge(charge("q", part("c", "a-gpu1", 16_000)));

        columns.release("p");
        columns.release("p");

        assertEquals(1, columns.snapshot().freeGpus(0));
        assertEquals(24_000, columns.snapshot().gpus().freeMib(0, 1));
        columns.release("q");
        assertEquals(empty.gpus().freeMib(0, 1), columns.snapshot().gpus().freeMib(0, 1));
        assertEquals(ResourceVector.ZERO, columns.snapshot().queueUse("team"));
    }

    @Test
    void countsAChargeOnceHoweverOftenItIsTold() {
        ClusterColumns columns = cluster(gpuNode("a", 1));
        Charge charge = charge("p", part("c", "a-gpu0", 16_000));
        columns.charge(charge);
        ClusterSnapshot once = columns.snapshot();

        columns.charge(charge);

        assertSame(once, columns.snapshot());
        assertEquals(24_000, once.gpus().freeMib(0, 0));
    }

    @Test
    void movesAPodThatIsChargedElsewhere() {
        ClusterColumns columns = cluster(cpuNode("a", 4), cpuNode("b", 4));
        columns.charge(new Charge("p", "g", "team", "a", cpu(3), List.of()));

        columns.charge(new Charge("p", "g", "team", "b", cpu(2), List.of()));

        ClusterSnapshot snapshot = columns.snapshot();
        int cpu = snapshot.resourceIndex(ResourceVector.CPU);
        assertEquals(4_000, snapshot.freeOf(cpu, 0));
        assertEquals(2_000, snapshot.freeOf(cpu, 1));
        assertEquals(cpu(2).with(ResourceVector.PODS, 1), snapshot.queueUse("team"));
    }

    @Test
    void hasNothingFreeWhereANodeShrankUnderItsUse() {
        ClusterColumns columns = cluster(cpuNode("a", 8));
        columns.charge(new Charge("p", "g", "team", "a", cpu(6), List.of()));

        columns.putNode(cpuNode("a", 4));
        int cpu = columns.snapshot().resourceIndex(ResourceVector.CPU);
        long free = columns.snapshot().freeOf(cpu, 0);
        columns.charge(new Charge("q", "g", "team", "a", cpu(1), List.of()));
        columns.release("p");

        assertEquals(0, free);
        assertEquals(3_000, columns.snapshot().freeOf(cpu, 0));
    }

    @Test
    void hasNoFreeGpuAfterCardsInUseDisappeared() {
        ClusterColumns columns = cluster(gpuNode("a", 8));
        List<DeviceCharge> all = new ArrayList<>();
        for (int slot = 0; slot < 8; slot++) {
            all.add(new DeviceCharge("c", "a-gpu" + slot, 40_000, 1000, true));
        }
        columns.charge(new Charge("p", "g", "team", "a", ResourceVector.ZERO, all));

        columns.putNode(gpuNode("a", 6));
        ClusterSnapshot shrunk = columns.snapshot();
        columns.putNode(gpuNode("a", 8));

        assertEquals(0, shrunk.freeGpus(0));
        assertEquals(8_000, shrunk.queueUse("team").amount(ResourceVector.GPU_MILLI));
        assertEquals(0, columns.snapshot().freeGpus(0));
    }

    @Test
    void takesNothingFromALostCardsNeighbours() {
        List<Device> devices = new ArrayList<>(gpus("a", 4));
        devices.set(1, devices.get(1).withHealth(new Device.Health.Lost("fell off the bus")));

        ClusterSnapshot snapshot =
                cluster(node("a", ResourceVector.ZERO, devices)).snapshot();

        assertEquals(3, snapshot.freeGpus(0));
        assertEquals(0, snapshot.gpus().freeMib(0, 1));
        assertEquals(40_000, snapshot.gpus().freeMib(0, 2));
    }

    @Test
    void keepsWhatPodsTakeOfANodeThatGoesAndComesBack() {
        ClusterColumns columns = cluster(gpuNode("a", 2), gpuNode("b", 2));
        columns.charge(charge("p", part("c", "a-gpu0", 16_000)));

        columns.removeNode("a");
        ClusterSnapshot gone = columns.snapshot();
        columns.putNode(gpuNode("a", 2));

        assertEquals(1, gone.nodeCount());
        assertEquals(2, gone.freeGpus(0));
        assertEquals(1, columns.snapshot().freeGpus(0));
    }

    @Test
    void countsGpusThatAnotherSchedulerPromisedByNumber() {
        ClusterColumns columns = cluster(gpuNode("a", 4));

        columns.charge(new Charge("p", "", "", "a", ResourceVector.of(ResourceVector.GPU, 3), List.of()));

        assertEquals(1, columns.snapshot().freeGpus(0));
    }

    @Test
    void chargesQueuesForTheLargerPartOfACard() {
        ClusterColumns columns = cluster(gpuNode("a", 2));
        columns.putQueue(Queue.unlimited("team"));

        columns.charge(charge("p", new DeviceCharge("c", "a-gpu0", 10_000, 600, false)));
        columns.charge(charge("q", new DeviceCharge("c", "a-gpu0", 10_001, 100, false)));

        assertEquals(
                ResourceVector.of(ResourceVector.GPU_MILLI, 851)
                        .with(Quota.MODEL_PREFIX + A100, 851)
                        .with(ResourceVector.PODS, 2),
                columns.snapshot().queueUse("team"));
    }

    @Test
    void isTheSameSnapshotWhileNothingChanges() {
        ClusterColumns columns = cluster(gpuNode("a", 1));
        ClusterSnapshot before = columns.snapshot();

        columns.putNode(gpuNode("a", 1));
        columns.release("nobody");
        columns.putDomains(List.of());

        assertSame(before, columns.snapshot());
    }

    private static Charge charge(String pod, DeviceCharge... parts) {
        return new Charge(pod, "g", "team", "a", ResourceVector.ZERO, List.of(parts));
    }

    private static DeviceCharge part(String container, String device, long memoryMib) {
        return new DeviceCharge(container, device, memoryMib, 0, false);
    }
}
