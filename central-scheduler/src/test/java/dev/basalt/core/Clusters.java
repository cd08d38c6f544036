package dev.basalt.core;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.plan.Plan;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Short words for clusters, gangs and plans in tests. */
public final class Clusters {
    public static final String A100 = "NVIDIA A100-SXM4-40GB";

    private Clusters() {}

    /** A healthy whole GPU. */
    public static Device gpu(String uuid, String model, long memoryMib) {
        return new Device(
                uuid,
                new Device.Kind.Whole(),
                model,
                memoryMib,
                0,
                Device.DEFAULT_SPLIT_COUNT,
                -1,
                "",
                new Device.Health.Healthy(),
                List.of());
    }

    /** GPUs of 40,000 MiB named {@code node-gpu0}, {@code node-gpu1}, ... */
    public static List<Device> gpus(String node, int count) {
        return gpus(node, count, 40_000);
    }

    public static List<Device> gpus(String node, int count, long memoryMib) {
        List<Device> devices = new ArrayList<>();
        for (int slot = 0; slot < count; slot++) {
            devices.add(gpu(node + "-gpu" + slot, A100, memoryMib));
        }
        return devices;
    }

    public static NodeFacts node(String name, ResourceVector allocatable, List<Device> devices) {
        NodeSpec spec = new NodeSpec(
                name, "uid-" + name, new TreeMap<>(), List.of(), allocatable, true, NodeSpec.Admission.OPEN);
        return new NodeFacts(spec, devices, LinkMatrix.unconnected(devices.size()), true, false);
    }

    /** A node with GPUs and CPU and memory without limits. */
    public static NodeFacts gpuNode(String name, int gpuCount) {
        return node(name, ResourceVector.ZERO, gpus(name, gpuCount));
    }

    /** A node without GPUs. */
    public static NodeFacts cpuNode(String name, int cores) {
        return node(name, cpu(cores), List.of());
    }

    public static ResourceVector cpu(int cores) {
        return ResourceVector.of(ResourceVector.CPU, cores * 1000L);
    }

    public static ClusterColumns cluster(NodeFacts... nodes) {
        ClusterColumns columns = new ClusterColumns();
        for (NodeFacts node : nodes) {
            columns.putNode(node);
        }
        return columns;
    }

    public static ContainerSpec container(String name, Phase phase, ResourceVector requests, DeviceRequest... devices) {
        return new ContainerSpec(name, phase, requests, List.of(devices), Launch.NONE);
    }

    /** One main container. */
    public static PodTemplate pod(ResourceVector requests, DeviceRequest... devices) {
        return PodTemplate.anywhere(List.of(container("main", Phase.MAIN, requests, devices)));
    }

    public static PodTemplate gpuPod(int gpuCount) {
        return pod(ResourceVector.ZERO, DeviceRequest.whole(gpuCount));
    }

    public static PodTemplate sharePod(long memoryMib, int corePermille) {
        return pod(
                ResourceVector.ZERO, DeviceRequest.share(1, new DeviceRequest.MemoryAsk.Mib(memoryMib), corePermille));
    }

    public static MemberGroup role(String name, int minimum, int desired, PodTemplate template) {
        return MemberGroup.role(name, minimum, desired, template);
    }

    public static Gang gang(String uid, int minimum, MemberGroup... groups) {
        return gang(uid, Queue.DEFAULT, minimum, ResourceVector.ZERO, groups);
    }

    public static Gang gang(String uid, String queue, int minimum, ResourceVector minResources, MemberGroup... groups) {
        return new Gang(
                uid,
                "default",
                uid,
                "Job",
                queue,
                "",
                0,
                minimum,
                List.of(groups),
                minResources,
                0,
                0,
                PodOwnership.MANAGED,
                "basalt");
    }

    /** A gang of {@code count} equal members that start together. */
    public static Gang uniform(String uid, int count, PodTemplate template) {
        return gang(uid, count, role("worker", count, count, template));
    }

    public static GangDemand demand(Gang gang, long arrival) {
        return demand(gang, 0, arrival, false);
    }

    /** Nothing is placed, every desired member exists; pods are named {@code gang/role-index}. */
    public static GangDemand demand(Gang gang, int priority, long arrival, boolean repairing) {
        List<GangDemand.Wanted> wanted = new ArrayList<>();
        for (MemberGroup role : gang.roles()) {
            for (int index = 0; index < role.desired(); index++) {
                TaskId task = new TaskId(gang.uid(), role.name(), index);
                wanted.add(new GangDemand.Wanted(task, podUid(task)));
            }
        }
        return new GangDemand(gang, priority, arrival, repairing, wanted, List.of(), List.of());
    }

    public static String podUid(TaskId task) {
        return task.gangUid() + '/' + task.role() + '-' + task.index();
    }

    /** What the seats of a plan take, as charges. */
    public static void apply(ClusterColumns columns, Plan plan, List<GangDemand> demands) {
        for (Plan.Outcome outcome : plan.outcomes()) {
            if (outcome instanceof Plan.Placed placed) {
                GangDemand demand = demands.stream()
                        .filter(each -> each.gang().uid().equals(placed.gangUid()))
                        .findFirst()
                        .orElseThrow();
                placed.seats().forEach(seat -> columns.charge(charge(seat, demand.gang())));
            }
        }
    }

    public static Charge charge(Plan.Seat seat, Gang gang) {
        List<Charge.DeviceCharge> devices = seat.devices().stream()
                .map(device -> new Charge.DeviceCharge(
                        device.container(),
                        device.deviceUuid(),
                        device.memoryMib(),
                        device.corePermille(),
                        device.exclusive(),
                        device.phase()))
                .toList();
        MemberGroup role = gang.role(seat.task().role());
        PodTemplate template = role == null ? null : role.template();
        List<String> ports = template == null ? List.of() : template.hostPorts();
        Resident resident = template == null ? Resident.NONE : Resident.of(gang.namespace(), template);
        return new Charge(
                seat.podUid(), gang.uid(), gang.queue(), seat.nodeName(), seat.requests(), devices, ports, resident, 0);
    }

    /** {@code role-index@node}, for every seat of the gang, in plan order. */
    public static List<String> places(Plan plan, String gangUid) {
        List<String> places = new ArrayList<>();
        for (Plan.Outcome outcome : plan.outcomes()) {
            if (outcome instanceof Plan.Placed placed && placed.gangUid().equals(gangUid)) {
                placed.seats()
                        .forEach(seat -> places.add(
                                seat.task().role() + '-' + seat.task().index() + '@' + seat.nodeName()));
            }
        }
        return places;
    }

    /** What became of a gang. */
    public static Plan.Outcome outcome(Plan plan, String gangUid) {
        return plan.outcomes().stream()
                .filter(outcome -> outcome.gangUid().equals(gangUid))
                .findFirst()
                .orElseThrow();
    }
}
