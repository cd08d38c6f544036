package dev.basalt.wire;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.LinkMatrix;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.DeviceKind;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.EnforcementRung;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.LinkLevel;
import dev.basalt.proto.types.v1.MigInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Devices, their links, their health and their use. */
public final class DeviceWire {
    /** Health of a GPU that is cut into MIG instances: it takes no work itself. */
    public static final String MIG_ENABLED = "MigEnabled";

    private DeviceWire() {}

    /**
     * The device as the core sees it.
     *
     * @throws IllegalArgumentException naming the field that makes no sense
     */
    public static Device value(dev.basalt.proto.types.v1.Device message) {
        Device.Health health = message.getMigEnabled() && message.getKind() != DeviceKind.DEVICE_KIND_MIG
                ? new Device.Health.Unhealthy(MIG_ENABLED)
                : health(message.getHealth());
        return new Device(
                message.getUuid(),
                kind(message),
                message.getModel(),
                message.getMemoryTotalMib(),
                message.getMemoryReservedMib(),
                message.getSplitCount() == 0 ? Device.DEFAULT_SPLIT_COUNT : message.getSplitCount(),
                message.hasNumaNode() ? message.getNumaNode() : -1,
                message.getPciBusId(),
                health,
                message.getRungsList().stream()
                        .map(DeviceWire::rung)
                        .flatMap(Optional::stream)
                        .toList());
    }

    /**
     * The device as it travels.
     *
     * @param slot position among the devices of its node, from 0
     */
    public static dev.basalt.proto.types.v1.Device message(Device device, String node, int slot) {
        var built = dev.basalt.proto.types.v1.Device.newBuilder()
                .setUuid(device.uuid())
                .setNode(node)
                .setSlot(slot)
                .setModel(device.model())
                .setMemoryTotalMib(device.memoryTotalMib())
                .setMemoryReservedMib(device.memoryReservedMib())
                .setCoreTotalPermille(Device.CORE_PERMILLE)
                .setSplitCount(device.splitCount())
                .setPciBusId(device.pciBusId())
                .setHealth(health(device.health()));
        if (device.numaNode() >= 0) {
            built.setNumaNode(device.numaNode());
        }
        device.rungs().forEach(rung -> built.addRungs(rung(rung)));
        switch (device.kind()) {
            case Device.Kind.Whole whole -> built.setKind(DeviceKind.DEVICE_KIND_WHOLE);
            case Device.Kind.MigInstance mig ->
                built.setKind(DeviceKind.DEVICE_KIND_MIG)
                        .setMig(MigInstance.newBuilder()
                                .setParentUuid(mig.parentUuid())
                                .setProfile(mig.profile())
                                .setPlacementStartSlice(mig.placementStart())
                                .setPlacementSliceCount(mig.placementLength()));
        }
        return built.build();
    }

    /**
     * The links between {@code size} devices.
     *
     * @throws IllegalArgumentException when a slot is not one of them
     */
    public static LinkMatrix links(dev.basalt.proto.types.v1.LinkMatrix message, int size) {
        LinkMatrix links = LinkMatrix.unconnected(size);
        for (DeviceLink link : message.getLinksList()) {
            int from = link.getSlotA();
            int to = link.getSlotB();
            if (from < 0 || to < 0 || from >= size || to >= size || from == to) {
                throw new IllegalArgumentException(
                        "links: slots " + from + " and " + to + " are not two of " + size + " devices");
            }
            int lanes = link.getNvlinkActiveCount();
            links = links.with(from, to, lanes > 0 ? LinkMatrix.Kind.NVLINK : kind(link.getLevel()), lanes);
        }
        return links;
    }

    public static dev.basalt.proto.types.v1.LinkMatrix message(LinkMatrix links) {
        var built = dev.basalt.proto.types.v1.LinkMatrix.newBuilder();
        for (int from = 0; from < links.size(); from++) {
            for (int to = from + 1; to < links.size(); to++) {
                built.addLinks(link(links, from, to));
            }
        }
        return built.build();
    }

    /** The links among some of a node's devices, given by slot. */
    public static List<DeviceLink> linksAmong(LinkMatrix links, List<Integer> slots) {
        List<DeviceLink> among = new ArrayList<>();
        for (int from : slots) {
            for (int to : slots) {
                if (from < to) {
                    among.add(link(links, from, to));
                }
            }
        }
        return among;
    }

    private static DeviceLink link(LinkMatrix links, int from, int to) {
        int lanes = links.laneCount(from, to);
        return DeviceLink.newBuilder()
                .setSlotA(from)
                .setSlotB(to)
                .setLevel(level(links.kind(from, to)))
                .setNvlinkCount(lanes)
                .setNvlinkActiveCount(lanes)
                .build();
    }

    /** Not said counts as unhealthy: nobody vouches for the device. */
    public static Device.Health health(DeviceHealth message) {
        String reason = ReasonWire.line(message.getReason());
        return switch (message.getState()) {
            case HEALTH_STATE_HEALTHY, HEALTH_STATE_DEGRADED -> new Device.Health.Healthy();
            case HEALTH_STATE_UNHEALTHY -> new Device.Health.Unhealthy(reason);
            case HEALTH_STATE_LOST -> new Device.Health.Lost(reason);
            case HEALTH_STATE_UNSPECIFIED, UNRECOGNIZED -> new Device.Health.Unhealthy("HealthNotSaid");
        };
    }

    public static DeviceHealth health(Device.Health health) {
        return switch (health) {
            case Device.Health.Healthy healthy ->
                DeviceHealth.newBuilder()
                        .setState(HealthState.HEALTH_STATE_HEALTHY)
                        .build();
            case Device.Health.Unhealthy unhealthy ->
                DeviceHealth.newBuilder()
                        .setState(HealthState.HEALTH_STATE_UNHEALTHY)
                        .setReason(ReasonWire.of(unhealthy.reason(), ""))
                        .build();
            case Device.Health.Lost lost ->
                DeviceHealth.newBuilder()
                        .setState(HealthState.HEALTH_STATE_LOST)
                        .setReason(ReasonWire.of(lost.reason(), ""))
                        .build();
        };
    }

    public static ObservedUse use(dev.basalt.proto.types.v1.ObservedUse message) {
        return new ObservedUse(
                message.getPodUid(),
                message.getContainer(),
                message.getDeviceUuid(),
                message.getPidsList(),
                message.getMemoryMib(),
                message.hasSmPermille() ? message.getSmPermille() / 10 : -1);
    }

    public static dev.basalt.proto.types.v1.ObservedUse message(ObservedUse use) {
        var built = dev.basalt.proto.types.v1.ObservedUse.newBuilder()
                .setPodUid(use.podUid())
                .setContainer(use.container())
                .setDeviceUuid(use.deviceUuid())
                .addAllPids(use.pids())
                .setMemoryMib(use.memoryMib());
        if (use.smPercent() >= 0) {
            built.setSmPermille(use.smPercent() * 10);
        }
        return built.build();
    }

    private static Device.Kind kind(dev.basalt.proto.types.v1.Device message) {
        return switch (message.getKind()) {
            case DEVICE_KIND_MIG ->
                new Device.Kind.MigInstance(
                        message.getMig().getParentUuid(),
                        message.getMig().getProfile(),
                        message.getMig().getPlacementStartSlice(),
                        message.getMig().getPlacementSliceCount());
            case DEVICE_KIND_WHOLE -> new Device.Kind.Whole();
            case DEVICE_KIND_UNSPECIFIED, UNRECOGNIZED ->
                throw new IllegalArgumentException("device " + message.getUuid() + ": kind is not said");
        };
    }

    private static LinkMatrix.Kind kind(LinkLevel level) {
        return switch (level) {
            case LINK_LEVEL_INTERNAL, LINK_LEVEL_SINGLE_SWITCH -> LinkMatrix.Kind.PIX;
            case LINK_LEVEL_MULTIPLE_SWITCHES -> LinkMatrix.Kind.PXB;
            case LINK_LEVEL_HOST_BRIDGE -> LinkMatrix.Kind.PHB;
            case LINK_LEVEL_NUMA_NODE -> LinkMatrix.Kind.NODE;
            case LINK_LEVEL_SYSTEM, LINK_LEVEL_UNSPECIFIED, UNRECOGNIZED -> LinkMatrix.Kind.SYS;
        };
    }

    private static LinkLevel level(LinkMatrix.Kind kind) {
        return switch (kind) {
            case SELF, NVLINK -> LinkLevel.LINK_LEVEL_UNSPECIFIED;
            case PIX -> LinkLevel.LINK_LEVEL_SINGLE_SWITCH;
            case PXB -> LinkLevel.LINK_LEVEL_MULTIPLE_SWITCHES;
            case PHB -> LinkLevel.LINK_LEVEL_HOST_BRIDGE;
            case NODE -> LinkLevel.LINK_LEVEL_NUMA_NODE;
            case SYS -> LinkLevel.LINK_LEVEL_SYSTEM;
        };
    }

    private static Optional<Device.Rung> rung(EnforcementRung rung) {
        return switch (rung) {
            case ENFORCEMENT_RUNG_MIG -> Optional.of(Device.Rung.MIG);
            case ENFORCEMENT_RUNG_DRIVER_CGROUP -> Optional.of(Device.Rung.CGROUP);
            case ENFORCEMENT_RUNG_CUDA_SHIM -> Optional.of(Device.Rung.SHIM);
            case ENFORCEMENT_RUNG_MPS -> Optional.of(Device.Rung.MPS);
            case ENFORCEMENT_RUNG_WATCHDOG -> Optional.of(Device.Rung.WATCHDOG);
            case ENFORCEMENT_RUNG_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
        };
    }

    public static EnforcementRung rung(Device.Rung rung) {
        return switch (rung) {
            case MIG -> EnforcementRung.ENFORCEMENT_RUNG_MIG;
            case CGROUP -> EnforcementRung.ENFORCEMENT_RUNG_DRIVER_CGROUP;
            case SHIM -> EnforcementRung.ENFORCEMENT_RUNG_CUDA_SHIM;
            case MPS -> EnforcementRung.ENFORCEMENT_RUNG_MPS;
            case WATCHDOG -> EnforcementRung.ENFORCEMENT_RUNG_WATCHDOG;
        };
    }
}
