package dev.basalt.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.device.Grant;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.reason.NodeReason;
import dev.basalt.core.reason.Refusal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GangWireTest {
    @Test
    void givesBackAGangWithEverythingInIt() {
        var gang = richGang();

        assertEquals(gang, GangWire.value(GangWire.message(gang)));
    }

    @Test
    void givesBackAQueue() {
        var queue = new Queue(
                "team-a",
                "research",
                3,
                7,
                Capability.of(ResourceVector.GPU_MILLI, 8_000).with(ResourceVector.CPU, 0),
                ResourceVector.of(ResourceVector.GPU_MILLI, 4_000),
                ResourceVector.of("basalt.dev/gpu-milli.A100", 1_000),
                false,
                false);

        assertEquals(queue, QueueWire.value(QueueWire.message(queue)));
    }

    @Test
    void givesBackANode() {
        var node = new NodeSpec(
                "node-1",
                "uid-1",
                new TreeMap<>(Map.of("rack", "r1")),
                List.of(new NodeSpec.Taint("gpu", "yes", "NoSchedule"), new NodeSpec.Taint("old", "", "NoExecute")),
                ResourceVector.of(ResourceVector.CPU, 64_000),
                true,
                NodeSpec.Admission.DRAINING);

        assertEquals(node, NodeWire.value(NodeWire.message(node)));
    }

    @Test
    void givesBackDevicesLinksAndUse() {
        var whole = new Device(
                "GPU-1",
                new Device.Kind.Whole(),
                "NVIDIA A100-SXM4-40GB",
                40_960,
                560,
                10,
                1,
                "00000000:07:00.0",
                new Device.Health.Unhealthy("XidError"),
                List.of(Device.Rung.SHIM, Device.Rung.WATCHDOG));
        var instance = new Device(
                "MIG-1",
                new Device.Kind.MigInstance("GPU-1", "1g.5gb", 2, 1),
                "NVIDIA A100-SXM4-40GB",
                4_864,
                0,
                1,
                -1,
                "",
                new Device.Health.Lost("GpuIsLost"),
                List.of(Device.Rung.MIG));
        var links =
                LinkMatrix.unconnected(3).with(0, 1, LinkMatrix.Kind.NVLINK, 12).with(0, 2, LinkMatrix.Kind.PXB, 0);
        var use = new ObservedUse("pod", "main", "GPU-1", List.of(4, 5), 1_024, 37);

        assertEquals(whole, DeviceWire.value(DeviceWire.message(whole, "node-1", 0)));
        assertEquals(instance, DeviceWire.value(DeviceWire.message(instance, "node-1", 1)));
        assertEquals(links, DeviceWire.links(DeviceWire.message(links), 3));
        assertEquals(use, DeviceWire.use(DeviceWire.message(use)));
    }

    @Test
    void givesBackEveryStateOfAGrant() {
        for (Grant.State state : Grant.State.values()) {
            var grant = new Grant(new Grant.Key("pod", "main", "GPU-1"), "node-1", 2_048, 300, true, 4, 17, state);

            assertEquals(grant, GrantWire.value(GrantWire.message(grant), "node-1"));
        }
    }

    @Test
    void writesAReasonAsItsNameAndItsNumbers() {
        assertEquals(
                "TooFewFreeGpus wanted=4 free=2",
                ReasonWire.line(ReasonWire.message(new NodeReason.TooFewFreeGpus(4, 2))));
        assertEquals(
                "TooFewFreeGpus wanted=4 free=2 role=worker nodes=7",
                ReasonWire.line(ReasonWire.message(
                        new Refusal.NodesRefused("worker", 7, new NodeReason.TooFewFreeGpus(4, 2)))));
    }

    private static Gang richGang() {
        var launch = new ContainerSpec.Launch(
                "repo/train:1", List.of("python", "train.py"), new TreeMap<>(Map.of("LR", "0.1", "A", "")), "/train");
        var main = new ContainerSpec(
                "main",
                ContainerSpec.Phase.MAIN,
                ResourceVector.of(ResourceVector.CPU, 4_000).with(ResourceVector.MEMORY, 1L << 34),
                List.of(
                        new DeviceRequest(
                                2,
                                new PerDevice.Whole(),
                                new Selector(List.of("A100"), List.of("T4"), List.of("GPU-1"), List.of("GPU-2"))),
                        DeviceRequest.share(1, new MemoryAsk.Permille(250), 500),
                        DeviceRequest.share(1, new MemoryAsk.Mib(2_048), 0),
                        new DeviceRequest(1, new PerDevice.Mig("1g.5gb"), Selector.ANY)),
                launch);
        var setup = new ContainerSpec(
                "setup", ContainerSpec.Phase.INIT, ResourceVector.ZERO, List.of(), ContainerSpec.Launch.NONE);
        var sidecar = new ContainerSpec(
                "sidecar",
                ContainerSpec.Phase.RESTARTABLE_INIT,
                ResourceVector.ZERO,
                List.of(),
                ContainerSpec.Launch.NONE);
        var template = richTemplate(List.of(setup, sidecar, main));
        var inner = new MemberGroup(
                "ring",
                1,
                1,
                1,
                new MemberGroup.Topology("rack", false),
                null,
                List.of(MemberGroup.role("worker", 2, 4, template)));
        return new Gang(
                "uid-1",
                "team-a",
                "train",
                "Job",
                "team-a",
                "high",
                5,
                2,
                List.of(
                        inner,
                        new MemberGroup("ps", 0, 1, 3, new MemberGroup.Topology("node", true), template, List.of())),
                ResourceVector.of(ResourceVector.CPU, 8_000),
                3_600_000,
                60_000,
                PodOwnership.MANAGED,
                "basalt");
    }

    private static Neighbours neighbours() {
        var train = new Neighbours.Selector(
                List.of(new NodeTerm.Requirement("app", NodeTerm.Operator.IN, List.of("train"))));
        var any = new Neighbours.Selector(List.of());
        return new Neighbours(
                List.of(new Neighbours.Term("rack", List.of("team-a", "team-b"), train)),
                List.of(new Neighbours.Term("kubernetes.io/hostname", List.of(), any)),
                List.of(new Neighbours.Spread("zone", 2, 3, "team-a", train, true, false)));
    }

    private static PodTemplate richTemplate(List<ContainerSpec> containers) {
        return new PodTemplate(
                containers,
                new TreeMap<>(Map.of("zone", "a")),
                List.of(new NodeTerm(List.of(
                        new NodeTerm.Requirement("rack", NodeTerm.Operator.IN, List.of("r1", "r2")),
                        new NodeTerm.Requirement("metadata.name", NodeTerm.Operator.NOT_IN, List.of("node-9"))))),
                List.of(
                        new PodTemplate.Toleration("gpu", "yes", false, "NoSchedule"),
                        new PodTemplate.Toleration("", "", true, "")),
                List.of("TCP/8080"),
                12_000,
                Labels.of(Map.of("app", "train")),
                neighbours());
    }
}
