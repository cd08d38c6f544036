package dev.basalt.core;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Phase;
import dev.basalt.core.model.Neighbours;
import dev.basalt.core.model.Neighbours.Labels;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.NodeSpec.Taint;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.PodTemplate.NodeTerm;
import dev.basalt.core.model.PodTemplate.NodeTerm.Operator;
import dev.basalt.core.model.PodTemplate.NodeTerm.Requirement;
import dev.basalt.core.model.PodTemplate.Toleration;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.snapshot.Charge;
import dev.basalt.core.snapshot.Charge.DeviceCharge;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.NodeFacts;
import dev.basalt.core.snapshot.NodeSet;
import dev.basalt.core.snapshot.TaskShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Random clusters and shapes in which every filter has something to say. */
public final class RandomCluster {
    private static final int NODES = 12;
    private static final List<String> MODELS = List.of("NVIDIA A100", "NVIDIA H100", "Tesla T4");

    private final Random random;

    public RandomCluster(Random random) {
        this.random = random;
    }

    /** Nodes of every kind of trouble, with pods on them. */
    public ClusterColumns columns() {
        ClusterColumns columns = new ClusterColumns();
        for (int node = 0; node < NODES; node++) {
            NodeFacts facts = facts("node-" + (10 + node));
            columns.putNode(facts);
            int pods = random.nextInt(6);
            for (int pod = 0; pod < pods; pod++) {
                columns.charge(charge(facts, pod));
            }
        }
        return columns;
    }

    public NodeSet someNodes(int nodeCount) {
        NodeSet.Builder some = new NodeSet.Builder(nodeCount);
        for (int node = 0; node < nodeCount; node++) {
            if (!rarely()) {
                some.add(node);
            }
        }
        return some.build();
    }

    /** A template's shape, that sometimes avoids two nodes. */
    public TaskShape shape() {
        PodTemplate template = template();
        Resident resident =
                template.neighbours().isNone() && !rarely() ? Resident.NONE : Resident.of("default", template);
        return TaskShape.of(template, rarely() ? List.of("node-11", "node-15") : List.of(), resident);
    }

    /** A template that asks for anything. */
    public PodTemplate template() {
        List<ContainerSpec> containers = new ArrayList<>();
        int containerCount = 1 + random.nextInt(2) * random.nextInt(2);
        for (int container = 0; container < containerCount; container++) {
            ResourceVector requests = Clusters.cpu(random.nextInt(6));
            if (rarely()) {
                requests = requests.with("example.com/disk", 1);
            }
            Phase phase = rarely() ? Phase.INIT : Phase.MAIN;
            containers.add(Clusters.container("c" + container, phase, requests, asks()));
        }
        TreeMap<String, String> selector = new TreeMap<>();
        if (rarely()) {
            selector.put("zone", "z" + random.nextInt(3));
        }
        List<NodeTerm> terms = rarely() ? List.of(term(), term()) : List.of();
        List<Toleration> tolerations = random.nextBoolean() ? List.of(new Toleration("gpu", "", true, "")) : List.of();
        List<String> ports = rarely() ? List.of("TCP/80") : List.of();
        return new PodTemplate(containers, selector, terms, tolerations, ports, 0, labels(), rules());
    }

    private Labels labels() {
        return Labels.of(new TreeMap<>(Map.of("app", "a" + random.nextInt(3))));
    }

    private Neighbours rules() {
        if (!rarely()) {
            return Neighbours.NONE;
        }
        List<Neighbours.Term> near = random.nextBoolean() ? List.of(neighbours()) : List.of();
        List<Neighbours.Term> apart = random.nextBoolean() ? List.of(neighbours()) : List.of();
        Neighbours.Spread even = new Neighbours.Spread(
                "zone", 1 + random.nextInt(2), 1 + random.nextInt(3), "default", app(), true, random.nextBoolean());
        return new Neighbours(near, apart, random.nextBoolean() ? List.of(even) : List.of());
    }

    private Neighbours.Term neighbours() {
        return new Neighbours.Term(random.nextBoolean() ? "zone" : "size", List.of("default"), app());
    }

    private Neighbours.Selector app() {
        String value = "a" + random.nextInt(3);
        return new Neighbours.Selector(List.of(new Requirement("app", Operator.IN, List.of(value))));
    }

    private NodeFacts facts(String name) {
        TreeMap<String, String> labels = new TreeMap<>();
        labels.put("zone", "z" + random.nextInt(3));
        labels.put("size", "" + random.nextInt(10));
        List<Taint> taints = rarely() ? List.of(new Taint("gpu", "yes", "NoSchedule")) : List.of();
        ResourceVector allocatable = Clusters.cpu(4 + random.nextInt(12));
        if (random.nextBoolean()) {
            allocatable = allocatable.with("example.com/disk", random.nextInt(3));
        }
        NodeSpec.Admission admission = rarely() ? NodeSpec.Admission.CORDONED : NodeSpec.Admission.OPEN;
        NodeSpec spec = new NodeSpec(name, "u-" + name, labels, taints, allocatable, !rarely(), admission);
        List<Device> devices = devices(name);
        return new NodeFacts(spec, devices, LinkMatrix.unconnected(devices.size()), !rarely(), rarely());
    }

    private List<Device> devices(String name) {
        List<Device> devices = new ArrayList<>();
        int count = random.nextInt(5);
        for (int slot = 0; slot < count; slot++) {
            Device.Kind kind =
                    rarely() ? new Device.Kind.MigInstance("parent", "1g.10gb", 0, 1) : new Device.Kind.Whole();
            Device.Health health = rarely() ? new Device.Health.Unhealthy("xid 79") : new Device.Health.Healthy();
            String model = MODELS.get(random.nextInt(MODELS.size()));
            long memoryMib = 10_000L * (1 + random.nextInt(3));
            devices.add(new Device(
                    name + "-" + slot, kind, model, memoryMib, 500, 1 + random.nextInt(4), -1, "", health, List.of()));
        }
        return devices;
    }

    private Charge charge(NodeFacts facts, int pod) {
        List<DeviceCharge> parts = new ArrayList<>();
        ResourceVector requests = Clusters.cpu(random.nextInt(3));
        if (rarely()) {
            requests = requests.with(ResourceVector.GPU, 1);
        } else if (!facts.devices().isEmpty()) {
            Device device = facts.devices().get(random.nextInt(facts.devices().size()));
            boolean exclusive = rarely();
            parts.add(new DeviceCharge(
                    "main",
                    device.uuid(),
                    exclusive ? device.grantableMib() : 1_000L * random.nextInt(8),
                    exclusive ? 1000 : 100 * random.nextInt(5),
                    exclusive));
        }
        List<String> ports = rarely() ? List.of("TCP/80") : List.of();
        Resident resident = new Resident("default", labels(), rarely() ? List.of(neighbours()) : List.of());
        String name = facts.spec().name();
        return new Charge(name + "/" + pod, "", "", name, requests, parts, ports, resident, 0);
    }

    private DeviceRequest[] asks() {
        if (rarely()) {
            return new DeviceRequest[0];
        }
        PerDevice each = switch (random.nextInt(4)) {
            case 0 -> new PerDevice.Mig("1g.10gb");
            case 1 -> new PerDevice.Whole();
            case 2 -> new PerDevice.Share(new MemoryAsk.Permille(1 + random.nextInt(1000)), 0);
            default -> new PerDevice.Share(new MemoryAsk.Mib(1_000L * random.nextInt(25)), 100 * random.nextInt(11));
        };
        Selector selector = switch (random.nextInt(4)) {
            case 0 -> new Selector(List.of("A100", "T4"), List.of(), List.of(), List.of());
            case 1 -> new Selector(List.of(), List.of("H100"), List.of(), List.of());
            default -> Selector.ANY;
        };
        return new DeviceRequest[] {new DeviceRequest(1 + random.nextInt(3), each, selector)};
    }

    private NodeTerm term() {
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        return switch (operator) {
            case IN, NOT_IN -> new NodeTerm(List.of(new Requirement("zone", operator, List.of("z0", "z1"))));
            case EXISTS, DOES_NOT_EXIST -> new NodeTerm(List.of(new Requirement("zone", operator, List.of())));
            case GREATER_THAN, LESS_THAN -> new NodeTerm(List.of(new Requirement("size", operator, List.of("5"))));
        };
    }

    private boolean rarely() {
        return random.nextInt(5) == 0;
    }
}
