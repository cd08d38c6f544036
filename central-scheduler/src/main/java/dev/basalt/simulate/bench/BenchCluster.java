package dev.basalt.simulate.bench;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.MemberGroup.Topology;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.core.plan.GangDemand;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Clusters and gangs to measure with. Everything follows from a seed. */
final class BenchCluster {
    private static final int GPUS = 8;
    private static final long GPU_MIB = 81_920;
    private static final int NODES_PER_RACK = 160;
    private static final int QUEUES = 10;

    private final int nodeCount;
    private long random;

    BenchCluster(int nodeCount, long seed) {
        this.nodeCount = nodeCount;
        random = seed;
    }

    /** Nodes of 8 linked GPUs in racks; {@code usedPermille} of their GPUs are taken by running pods. */
    ClusterColumns columns(int usedPermille) {
        ClusterColumns columns = new ClusterColumns();
        LinkMatrix links = allLinked();
        List<Domain> racks = new ArrayList<>();
        List<String> rack = new ArrayList<>();
        for (int node = 0; node < nodeCount; node++) {
            NodeFacts facts = facts(node, links);
            columns.putNode(facts);
            rack.add(facts.spec().name());
            if (rack.size() == NODES_PER_RACK || node == nodeCount - 1) {
                racks.add(new Domain("network", "rack", 1, "rack-" + racks.size(), "", rack));
                rack = new ArrayList<>();
            }
            int used = next(1000) < usedPermille ? GPUS - next(3) : next(GPUS);
            if (usedPermille > 0) {
                occupy(columns, facts, used);
            }
        }
        columns.putDomains(racks);
        for (int queue = 0; queue < QUEUES; queue++) {
            columns.putQueue(Queue.unlimited("queue-" + queue));
        }
        return columns;
    }

    /**
     * Gangs of 30 shapes: 1 to 16 members of 1 to 8 GPUs, some with selectors, some of shares, some that can never fit.
     */
    List<GangDemand> mixedGangs(int count) {
        List<GangDemand> demands = new ArrayList<>();
        for (int gang = 0; gang < count; gang++) {
            int shape = gang % 30;
            int gpus = 1 + shape % GPUS;
            PodTemplate template = switch (shape / 8) {
                case 0 -> pod(4 + shape, DeviceRequest.whole(gpus));
                case 1 -> pod(8, DeviceRequest.whole(gpus));
                case 2 -> pod(2, DeviceRequest.share(1, new MemoryAsk.Mib(4096L * gpus), 100 * gpus));
                default -> pod(200 + shape, DeviceRequest.whole(gpus));
            };
            int members = 1 + next(16);
            demands.add(gang("gang-" + gang, gang, members, template, null));
        }
        return demands;
    }

    /** Gangs of one shape. */
    List<GangDemand> equalGangs(int count, int members, int gpus, @Nullable Topology topology) {
        List<GangDemand> demands = new ArrayList<>();
        for (int gang = 0; gang < count; gang++) {
            PodTemplate template = pod(4, DeviceRequest.whole(gpus));
            demands.add(gang("gang-" + gang, gang, members, template, topology));
        }
        return demands;
    }

    /** Facts of a node, made anew with each call. */
    static NodeFacts facts(int node, LinkMatrix links) {
        String name = "node-" + (100_000 + node);
        TreeMap<String, String> labels = new TreeMap<>();
        labels.put("kubernetes.io/hostname", name);
        labels.put("pool", "pool-" + node % 4);
        ResourceVector allocatable = ResourceVector.of(ResourceVector.CPU, 96_000)
                .with(ResourceVector.MEMORY, 1L << 40)
                .with(ResourceVector.PODS, 110);
        NodeSpec spec =
                new NodeSpec(name, "uid-" + name, labels, List.of(), allocatable, true, NodeSpec.Admission.OPEN);
        List<Device> devices = new ArrayList<>();
        for (int slot = 0; slot < GPUS; slot++) {
            devices.add(new Device(
                    "GPU-" + name + '-' + slot,
                    new Device.Kind.Whole(),
                    "NVIDIA H100 80GB HBM3",
                    GPU_MIB,
                    0,
                    Device.DEFAULT_SPLIT_COUNT,
                    slot / 4,
                    "",
                    new Device.Health.Healthy(),
                    List.of()));
        }
        return new NodeFacts(spec, devices, links, true, false);
    }

    /** Every pair by 18 NVLinks, as on an HGX board. */
    static LinkMatrix allLinked() {
        LinkMatrix links = LinkMatrix.unconnected(GPUS);
        for (int from = 0; from < GPUS; from++) {
            for (int to = from + 1; to < GPUS; to++) {
                links = links.with(from, to, LinkMatrix.Kind.NVLINK, 18);
            }
        }
        return links;
    }

    private static GangDemand gang(
            String uid, int arrival, int members, PodTemplate template, @Nullable Topology topology) {
        MemberGroup role = new MemberGroup("worker", members, members, members, topology, template, List.of());
        Gang gang = new Gang(
                uid,
                "bench",
                uid,
                "Job",
                "queue-" + arrival % QUEUES,
                "",
                0,
                members,
                List.of(role),
                ResourceVector.ZERO,
                0,
                0,
                PodOwnership.MANAGED,
                "basalt");
        List<GangDemand.Wanted> wanted = new ArrayList<>();
        for (int index = 0; index < members; index++) {
            wanted.add(new GangDemand.Wanted(new TaskId(uid, "worker", index), uid + "-worker-" + index));
        }
        return new GangDemand(gang, 0, arrival, false, wanted, List.of(), List.of());
    }

    private static PodTemplate pod(int cores, DeviceRequest devices) {
        ResourceVector requests =
                ResourceVector.of(ResourceVector.CPU, cores * 1000L).with(ResourceVector.MEMORY, 8L << 30);
        return PodTemplate.anywhere(
                List.of(new ContainerSpec("main", Phase.MAIN, requests, List.of(devices), Launch.NONE)));
    }

    private static void occupy(ClusterColumns columns, NodeFacts facts, int used) {
        String name = facts.spec().name();
        for (int slot = 0; slot < used; slot++) {
            DeviceCharge part =
                    new DeviceCharge("main", facts.devices().get(slot).uuid(), GPU_MIB, 1000, true);
            ResourceVector requests = ResourceVector.of(ResourceVector.CPU, 4_000);
            columns.charge(
                    new Charge("pod-" + name + '-' + slot, "old-" + name, "queue-0", name, requests, List.of(part)));
        }
    }

    /** A linear congruential generator (Knuth's MMIX constants): the same on every machine. */
    private int next(int bound) {
        random = random * 6364136223846793005L + 1442695040888963407L;
        return (int) Math.floorMod(random >>> 33, (long) bound);
    }
}
