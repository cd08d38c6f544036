package dev.basalt.admin.show;

import dev.basalt.admin.query.ResourceNames;
import dev.basalt.core.device.Device;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.PublishedView.NodeView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.NodeState;
import dev.basalt.proto.agent.v1.DeviceSample;
import dev.basalt.wire.DeviceWire;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.NodeWire;
import dev.basalt.wire.ReasonWire;
import dev.basalt.wire.ResourceWire;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Nodes and their GPUs. */
public final class NodeMessages {
    private final Tables tables;
    private final Readings readings;

    public NodeMessages(Tables tables, Readings readings) {
        this.tables = tables;
        this.readings = readings;
    }

    /** The whole node, GPUs included. */
    public Node node(NodeView node) {
        NodeState state = state(node);
        List<Gpu> gpus = gpus(node);
        var built = Node.newBuilder()
                .setName(ResourceNames.node(node.name()))
                .setDescription(NodeWire.message(node.facts().spec()))
                .setState(state)
                .setAllocated(ResourceWire.message(tables.allocated(node.name())))
                .setGpuCount(gpus.size())
                .setFreeGpuCount(freeCount(node))
                .setLinks(DeviceWire.message(node.facts().links()))
                .addAllGpus(gpus);
        if (state != NodeState.NODE_STATE_OPEN) {
            built.setReason(ReasonWire.of(state.name().substring("NODE_STATE_".length()), ""));
        }
        if (node.lastHeardMillis() > 0) {
            built.setLastHeartbeatAgeMillis(Math.max(0, tables.view().at().nowMillis() - node.lastHeardMillis()));
        }
        TreeSet<Device.Rung> rungs = new TreeSet<>();
        node.facts().devices().forEach(device -> rungs.addAll(device.rungs()));
        rungs.forEach(rung -> built.addRungs(DeviceWire.rung(rung)));
        readings.of(node.name())
                .ifPresent(reading ->
                        built.setAgentVersion(reading.agentVersion()).setDriverVersion(reading.driverVersion()));
        return built.build();
    }

    /** The GPUs of a node, in order of slot. */
    public List<Gpu> gpus(NodeView node) {
        var reading = readings.of(node.name());
        List<Gpu> gpus = new ArrayList<>();
        for (Device device : node.facts().devices()) {
            DeviceSample sample =
                    reading.map(seen -> seen.samples().get(device.uuid())).orElse(null);
            gpus.add(gpu(node, device, gpus.size(), sample));
        }
        return gpus;
    }

    /** GPUs that nobody has a grant on and that take work. */
    public int freeCount(NodeView node) {
        int free = 0;
        for (Device device : node.facts().devices()) {
            if (device.health() instanceof Device.Health.Healthy
                    && tables.grants(device.uuid()).isEmpty()) {
                free++;
            }
        }
        return free;
    }

    /** Whether a node takes work. */
    public static NodeState state(NodeView node) {
        NodeSpec spec = node.facts().spec();
        return switch (spec.admission()) {
            case CORDONED -> NodeState.NODE_STATE_CORDONED;
            case DRAINING -> NodeState.NODE_STATE_DRAINING;
            case OPEN -> {
                if (!spec.ready()) {
                    yield NodeState.NODE_STATE_NOT_READY;
                }
                if (node.facts().agentSilent()) {
                    yield NodeState.NODE_STATE_SILENT;
                }
                yield node.facts().agentHeard() ? NodeState.NODE_STATE_OPEN : NodeState.NODE_STATE_WAITING_FOR_AGENT;
            }
        };
    }

    /** What nodes can be filtered by. */
    public SortedMap<String, String> fields(NodeView node) {
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("name", node.name());
        fields.put("state", state(node).name().substring("NODE_STATE_".length()));
        fields.put("gpu_count", Integer.toString(node.facts().devices().size()));
        fields.put("free_gpu_count", Integer.toString(freeCount(node)));
        fields.put("model", model(node));
        return fields;
    }

    /** What GPUs can be filtered by. */
    public static SortedMap<String, String> fields(Gpu gpu) {
        TreeMap<String, String> fields = new TreeMap<>();
        fields.put("name", gpu.getName());
        fields.put("node", gpu.getDevice().getNode());
        fields.put("uuid", gpu.getDevice().getUuid());
        fields.put("model", gpu.getDevice().getModel());
        fields.put("health", gpu.getDevice().getHealth().getState().name().substring("HEALTH_STATE_".length()));
        fields.put("free", Boolean.toString(gpu.getGrantsCount() == 0));
        fields.put("memory_granted_mib", Long.toString(gpu.getMemoryGrantedMib()));
        return fields;
    }

    private static String model(NodeView node) {
        TreeSet<String> models = new TreeSet<>();
        node.facts().devices().forEach(device -> models.add(device.model()));
        return String.join(",", models);
    }

    private Gpu gpu(NodeView node, Device device, int slot, @Nullable DeviceSample sample) {
        var built = Gpu.newBuilder()
                .setName(ResourceNames.gpu(node.name(), slot))
                .setDevice(DeviceWire.message(device, node.name(), slot));
        for (Grant grant : tables.grants(device.uuid())) {
            built.addGrants(owned(grant).setDeviceSlot(slot))
                    .setMemoryGrantedMib(built.getMemoryGrantedMib() + grant.memoryMib())
                    .setCoreGrantedPermille(built.getCoreGrantedPermille()
                            + (grant.exclusive() ? Device.CORE_PERMILLE : grant.corePermille()));
        }
        node.use().stream()
                .filter(use -> use.deviceUuid().equals(device.uuid()))
                .forEach(use -> built.addUses(DeviceWire.message(use)));
        if (sample != null) {
            measured(built, sample);
        }
        return built.build();
    }

    private dev.basalt.proto.types.v1.Grant.Builder owned(Grant grant) {
        var message = GrantWire.message(grant).toBuilder().setPodName(tables.podName(grant));
        Gang gang = tables.owner(grant);
        return gang == null
                ? message
                : message.setGangUid(gang.uid())
                        .setNamespace(gang.namespace())
                        .setGangName(gang.name())
                        .setQueue(gang.queue());
    }

    private static void measured(Gpu.Builder built, DeviceSample sample) {
        if (sample.hasMemoryUsedMib()) {
            built.setMemoryUsedMib(sample.getMemoryUsedMib());
        }
        if (sample.hasGpuBusyPermille()) {
            built.setGpuBusyPermille(sample.getGpuBusyPermille());
        }
        if (sample.hasPowerMilliwatt()) {
            built.setPowerMilliwatt(sample.getPowerMilliwatt());
        }
        if (sample.hasTemperatureCelsius()) {
            built.setTemperatureCelsius(sample.getTemperatureCelsius());
        }
    }
}
