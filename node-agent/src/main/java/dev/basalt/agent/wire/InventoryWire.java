package dev.basalt.agent.wire;

import dev.basalt.agent.sample.GpuFacts;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.agent.sample.Health;
import dev.basalt.agent.sample.Inventory;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.DeviceIdentity.ComputeCapability;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.types.v1.Device;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.DeviceKind;
import dev.basalt.proto.types.v1.DeviceLink;
import dev.basalt.proto.types.v1.Fabric;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.LinkLevel;
import dev.basalt.proto.types.v1.LinkMatrix;
import dev.basalt.proto.types.v1.MigInstance;
import dev.basalt.proto.types.v1.NodeDescription;
import java.util.Map;
import java.util.TreeMap;

/** The inventory as it travels. */
public final class InventoryWire {
    private static final int ALL_CORES = 1000;

    private final String node;
    private final int splitCount;

    /**
     * Translates for one node.
     *
     * @param splitCount at most so many pods on one GPU; 0 is not said
     */
    public InventoryWire(String node, int splitCount) {
        this.node = node;
        this.splitCount = splitCount;
    }

    /**
     * The whole inventory.
     *
     * @param version rises with each inventory of one agent instance
     * @param gpus the same GPUs' states, for their health
     */
    public FullInventory inventory(
            long version, Inventory inventory, Iterable<GpuState> gpus, NodeDescription description) {
        var health = new TreeMap<String, Health>();
        gpus.forEach(gpu -> health.put(gpu.uuid(), gpu.health()));
        var built = FullInventory.newBuilder().setVersion(version).setNode(description);
        inventory.devices().forEach(device -> built.addDevices(device(device, health)));
        var links = LinkMatrix.newBuilder();
        inventory.links().forEach(link -> links.addLinks(link(link)));
        return built.setLinks(links).build();
    }

    private Device device(Inventory.Entry entry, Map<String, Health> health) {
        var built = Device.newBuilder()
                .setUuid(entry.uuid())
                .setNode(node)
                .setSlot(entry.slot())
                .setKind(entry.instance().isPresent() ? DeviceKind.DEVICE_KIND_MIG : DeviceKind.DEVICE_KIND_WHOLE)
                .setMemoryTotalMib(entry.totalMib())
                .setMemoryReservedMib(entry.reservedMib())
                .setCoreTotalPermille(ALL_CORES)
                .setMigEnabled(entry.split())
                .setSplitCount(entry.instance().isPresent() ? 1 : splitCount)
                .setHealth(health(health.getOrDefault(entry.parentUuid().orElse(entry.uuid()), Health.HEALTHY)));
        entry.rungs().forEach(rung -> built.addRungs(GrantWire.rung(rung)));
        entry.facts().ifPresent(facts -> describe(built, facts));
        entry.instance().ifPresent(part -> built.setMig(mig(entry, part)));
        return built.build();
    }

    private static void describe(Device.Builder built, GpuFacts facts) {
        var identity = facts.identity();
        built.setModel(identity.name())
                .setPciBusId(identity.pci().text())
                .setSerial(identity.serial().orElse(""))
                .setComputeCapabilityTenths(
                        identity.computeCapability().map(InventoryWire::tenths).orElse(0))
                .setArchitecture(identity.architecture().label())
                .setPowerLimitMilliwatt(facts.power().enforcedLimitMilliwatt().orElse(0))
                .setPcieGeneration(facts.pcie().maxGeneration().orElse(0))
                .setPcieWidthLanes(facts.pcie().maxWidth().orElse(0))
                .setCpuAffinity(facts.affinity().cpus().text());
        identity.minorNumber().ifPresent(built::setMinorNumber);
        facts.affinity().memoryNodes().indexes().stream().findFirst().ifPresent(built::setNumaNode);
        facts.fabric()
                .ifPresent(fabric -> built.setFabric(Fabric.newBuilder()
                        .setClusterUuid(fabric.clusterUuid().orElse(""))
                        .setCliqueId(fabric.cliqueId())
                        .setReady(fabric.state() == FabricInfo.State.COMPLETED)));
    }

    private static int tenths(ComputeCapability capability) {
        return capability.major() * 10 + capability.minor();
    }

    private static MigInstance mig(Inventory.Entry entry, GpuFacts.Instance part) {
        return MigInstance.newBuilder()
                .setParentUuid(entry.parentUuid().orElse(""))
                .setProfile(part.instance().profile())
                .setPlacementSliceCount(part.instance().gpuSlices())
                .setGpuInstanceId(part.instance().gpuInstance())
                .setComputeInstanceId(part.instance().computeInstance())
                .build();
    }

    private static DeviceLink link(Inventory.Link link) {
        return DeviceLink.newBuilder()
                .setSlotA(link.slotA())
                .setSlotB(link.slotB())
                .setLevel(link.level().map(InventoryWire::level).orElse(LinkLevel.LINK_LEVEL_UNSPECIFIED))
                .setNvlinkCount(link.nvLinkCount())
                .setNvlinkActiveCount(link.nvLinkUsableCount())
                .setNvlinkVersion(generation(link.versionCode().orElse(0)))
                .setNvlinkSpeedMbytePerSecond(link.speedMegabytePerSecond().orElse(0))
                .setNvlinkSwitched(link.switched())
                .setPeerAccess(link.peerAccess())
                .build();
    }

    /** Generation of NVML's version number (nvml.h, NVML_NVLINK_VERSION_*): 3 is 2.2 and 5 is 3.1. */
    private static int generation(int versionCode) {
        return switch (versionCode) {
            case 1 -> 1;
            case 2, 3 -> 2;
            case 4, 5 -> 3;
            case 6 -> 4;
            case 7 -> 5;
            default -> 0;
        };
    }

    private static LinkLevel level(TopologyLevel level) {
        return switch (level) {
            case INTERNAL -> LinkLevel.LINK_LEVEL_INTERNAL;
            case SINGLE -> LinkLevel.LINK_LEVEL_SINGLE_SWITCH;
            case MULTIPLE -> LinkLevel.LINK_LEVEL_MULTIPLE_SWITCHES;
            case HOSTBRIDGE -> LinkLevel.LINK_LEVEL_HOST_BRIDGE;
            case NODE -> LinkLevel.LINK_LEVEL_NUMA_NODE;
            case SYSTEM -> LinkLevel.LINK_LEVEL_SYSTEM;
        };
    }

    /** A verdict on a GPU, as it travels. */
    public static DeviceHealth health(Health health) {
        var built = DeviceHealth.newBuilder().setLastXid(health.lastXid()).setState(state(health.state()));
        health.reason().ifPresent(reason -> built.setReason(ReasonWire.of((Record) reason, false)));
        return built.build();
    }

    private static HealthState state(Health.State state) {
        return switch (state) {
            case HEALTHY -> HealthState.HEALTH_STATE_HEALTHY;
            case DEGRADED -> HealthState.HEALTH_STATE_DEGRADED;
            case UNHEALTHY -> HealthState.HEALTH_STATE_UNHEALTHY;
            case LOST -> HealthState.HEALTH_STATE_LOST;
        };
    }
}
