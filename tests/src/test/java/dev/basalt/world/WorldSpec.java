package dev.basalt.world;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.Capability;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a world consists of, drawn from its luck.
 *
 * @param nodes machines
 * @param queues queues beside the default one
 * @param jobs work, in order of arrival
 */
record WorldSpec(List<Node> nodes, List<Queue> queues, List<Job> jobs) {
    private static final int MIB_PER_GIB = 1024;

    /** A machine with its GPUs. */
    record Node(NodeSpec spec, List<Device> devices, LinkMatrix links) {}

    /** A gang, when it is submitted, how long its pods run (0 is for ever) and how long they take to end. */
    record Job(Gang gang, long atMillis, long runMillis, long stopMillis) {}

    static WorldSpec draw(Luck luck) {
        List<Node> nodes = new ArrayList<>();
        int nodeCount = luck.between(2, 6);
        for (int number = 0; number < nodeCount; number++) {
            nodes.add(node("node-" + number, luck));
        }
        List<Queue> queues = List.of(queue("team-a", luck), queue("team-b", luck));
        List<Job> jobs = new ArrayList<>();
        int jobCount = luck.between(4, 14);
        for (int number = 0; number < jobCount; number++) {
            jobs.add(job(number, luck));
        }
        return new WorldSpec(nodes, queues, jobs);
    }

    private static Node node(String name, Luck luck) {
        int gpuCount = luck.oneOf(List.of(0, 1, 2, 4, 8));
        long memoryMib = luck.oneOf(List.of(16, 24, 80)) * (long) MIB_PER_GIB;
        long reservedMib = luck.oneOf(List.of(0, 224, 1024));
        List<Device> devices = new ArrayList<>();
        LinkMatrix links = LinkMatrix.unconnected(gpuCount);
        for (int slot = 0; slot < gpuCount; slot++) {
            devices.add(new Device(
                    "GPU-" + name + "-" + slot,
                    new Device.Kind.Whole(),
                    memoryMib > 24 * MIB_PER_GIB ? "NVIDIA A100-SXM4-80GB" : "NVIDIA A10",
                    memoryMib,
                    reservedMib,
                    luck.oneOf(List.of(2, 10)),
                    slot / 4,
                    "",
                    new Device.Health.Healthy(),
                    List.of(Device.Rung.SHIM, Device.Rung.WATCHDOG)));
            for (int other = 0; other < slot; other++) {
                links = links.with(other, slot, slot / 4 == other / 4 ? LinkMatrix.Kind.PIX : LinkMatrix.Kind.SYS, 0);
            }
        }
        TreeMap<String, String> labels = new TreeMap<>();
        labels.put("zone", luck.oneOf(List.of("east", "west")));
        ResourceVector allocatable = ResourceVector.of(ResourceVector.CPU, luck.between(4, 32) * 1_000L)
                .with(ResourceVector.MEMORY, 64L << 30)
                .with(ResourceVector.PODS, 30);
        NodeSpec spec =
                new NodeSpec(name, "uid-" + name, labels, List.of(), allocatable, true, NodeSpec.Admission.OPEN);
        return new Node(spec, devices, links);
    }

    private static Queue queue(String name, Luck luck) {
        Capability capability = luck.percent(50)
                ? Capability.of(ResourceVector.GPU_MILLI, luck.between(1, 8) * 1_000L)
                : Capability.of(ResourceVector.CPU, luck.between(4, 20) * 1_000L);
        return new Queue(
                name,
                Queue.ROOT,
                luck.between(1, 4),
                0,
                luck.percent(60) ? capability : Capability.UNLIMITED,
                ResourceVector.ZERO,
                ResourceVector.ZERO,
                true,
                true);
    }

    private static Job job(int number, Luck luck) {
        // Names repeat over namespaces, as they do in life: nothing may be keyed by them.
        String name = "train-" + number % 3;
        String namespace = "space-" + number / 3;
        List<MemberGroup> roles = new ArrayList<>();
        roles.add(role("worker", luck));
        if (luck.percent(30)) {
            roles.add(role("server", luck));
        }
        int minimum = roles.stream().mapToInt(MemberGroup::minimum).sum();
        int desired = roles.stream().mapToInt(MemberGroup::desired).sum();
        Gang gang = new Gang(
                "uid-" + namespace + "-" + name,
                namespace,
                name,
                "Job",
                luck.oneOf(List.of(Queue.DEFAULT, "team-a", "team-b")),
                "",
                luck.oneOf(List.of(0, 0, 10)),
                Math.max(1, luck.percent(70) ? Math.max(minimum, desired) : minimum),
                roles,
                ResourceVector.ZERO,
                0,
                0,
                luck.percent(80) ? PodOwnership.MANAGED : PodOwnership.BARE,
                "basalt");
        long runMillis = luck.percent(70) ? luck.between(5, 60) * 1_000L : 0;
        return new Job(gang, luck.between(0, 90) * 1_000L, runMillis, luck.between(0, 8) * 1_000L);
    }

    private static MemberGroup role(String name, Luck luck) {
        int desired = luck.between(1, 6);
        int minimum = luck.percent(70) ? desired : luck.between(0, desired);
        List<ContainerSpec> containers = new ArrayList<>();
        if (luck.percent(15)) {
            containers.add(container("setup", ContainerSpec.Phase.INIT, luck));
        }
        containers.add(container("main", ContainerSpec.Phase.MAIN, luck));
        if (luck.percent(15)) {
            containers.add(container("side", ContainerSpec.Phase.MAIN, luck));
        }
        TreeMap<String, String> selector = new TreeMap<>();
        if (luck.percent(20)) {
            selector.put("zone", luck.oneOf(List.of("east", "west", "nowhere")));
        }
        PodTemplate template = new PodTemplate(containers, selector, List.of(), List.of(), List.of(), 10_000);
        return new MemberGroup(name, minimum, desired, desired, null, template, List.of());
    }

    private static ContainerSpec container(String name, ContainerSpec.Phase phase, Luck luck) {
        ResourceVector requests = ResourceVector.of(ResourceVector.CPU, luck.between(1, 4) * 500L);
        DeviceRequest request = request(luck);
        return new ContainerSpec(
                name, phase, requests, request == null ? List.of() : List.of(request), ContainerSpec.Launch.NONE);
    }

    private static @Nullable DeviceRequest request(Luck luck) {
        return switch (luck.between(0, 4)) {
            case 0 -> null;
            case 1 -> DeviceRequest.whole(luck.oneOf(List.of(1, 1, 2, 4)));
            case 2 ->
                DeviceRequest.share(
                        1,
                        new DeviceRequest.MemoryAsk.Mib(luck.between(1, 12) * (long) MIB_PER_GIB),
                        luck.oneOf(List.of(0, 250, 500)));
            case 3 ->
                DeviceRequest.share(
                        luck.between(1, 2),
                        new DeviceRequest.MemoryAsk.Permille(luck.oneOf(List.of(250, 500, 1000))),
                        luck.oneOf(List.of(0, 300, 1000)));
            default -> DeviceRequest.whole(1);
        };
    }
}
