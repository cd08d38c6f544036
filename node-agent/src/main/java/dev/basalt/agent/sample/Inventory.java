package dev.basalt.agent.sample;

import dev.basalt.agent.limit.NodeFacts.DeviceRoom;
import dev.basalt.agent.limit.Rung;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.MemoryReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The devices of a node with their slots, and how the GPUs reach each other. Two inventories are equal when nothing
 * that a scheduler should hear of changed.
 *
 * @param devices in order of slot: GPUs by PCI address, then MIG devices by parent
 * @param links one for each pair of GPUs, the lower slot first
 */
public record Inventory(List<Entry> devices, List<Link> links) {
    /** So many cores has each device, in thousandths of itself. */
    private static final int ALL_CORES = 1000;

    public static final Inventory EMPTY = new Inventory(List.of(), List.of());

    public Inventory {
        devices = List.copyOf(devices);
        links = List.copyOf(links);
    }

    /**
     * One device.
     *
     * @param slot from 0
     * @param uuid of the GPU or MIG device
     * @param parentUuid the GPU, for a MIG device
     * @param facts of the GPU, or of the parent; empty if it never told
     * @param instance for a MIG device
     */
    public record Entry(
            int slot,
            String uuid,
            Optional<String> parentUuid,
            Optional<GpuFacts> facts,
            Optional<GpuFacts.Instance> instance) {
        /** Its memory; empty if it never told. */
        public Optional<MemoryReading> memory() {
            return instance.isPresent() ? instance.get().memory() : facts.flatMap(GpuFacts::memory);
        }

        /** All of its memory in MiB. */
        public long totalMib() {
            long own = memory().map(MemoryReading::totalMib).orElse(0L);
            return own == 0 && instance.isPresent() ? instance.get().instance().memoryMib() : own;
        }

        /** What driver and firmware keep of it, in MiB. */
        public long reservedMib() {
            return memory().map(MemoryReading::reservedMib).orElse(0L);
        }

        /** True for a GPU that is split into MIG devices, so that it takes no work itself. */
        public boolean split() {
            return instance.isEmpty() && facts.map(GpuFacts::migEnabled).orElse(false);
        }

        /** The ways of enforcing limits that it offers, strongest first. */
        public List<Rung> rungs() {
            return instance.isPresent() ? List.of(Rung.MIG, Rung.WATCHDOG) : List.of(Rung.WATCHDOG);
        }
    }

    /**
     * How two GPUs reach each other.
     *
     * @param slotA the lower slot
     * @param slotB the higher slot
     * @param level nearest common ancestor on PCIe; empty where the platform does not tell
     * @param nvLinkCount NVLinks straight between them, or through switches
     * @param nvLinkUsableCount those that can carry traffic
     * @param versionCode NVML's number of the NVLink version
     * @param speedMegabytePerSecond of one NVLink in one direction
     * @param switched they meet in switches
     * @param peerAccess reading and writing each other's memory works
     */
    public record Link(
            int slotA,
            int slotB,
            Optional<TopologyLevel> level,
            int nvLinkCount,
            int nvLinkUsableCount,
            OptionalInt versionCode,
            OptionalInt speedMegabytePerSecond,
            boolean switched,
            boolean peerAccess) {}

    /** The inventory of GPUs in order of PCI address. */
    public static Inventory of(List<GpuState> gpus) {
        var devices = new ArrayList<Entry>();
        for (GpuState gpu : gpus) {
            devices.add(new Entry(devices.size(), gpu.uuid(), Optional.empty(), gpu.facts(), Optional.empty()));
        }
        var links = links(List.copyOf(devices));
        for (GpuState gpu : gpus) {
            for (GpuFacts.Instance part : gpu.facts().map(GpuFacts::instances).orElse(List.of())) {
                devices.add(new Entry(
                        devices.size(),
                        part.instance().uuid(),
                        Optional.of(gpu.uuid()),
                        gpu.facts(),
                        Optional.of(part)));
            }
        }
        return new Inventory(devices, links);
    }

    /**
     * What each device has to give, by UUID; devices that take no work are left out.
     *
     * @param splitCount at most so many pods on one GPU; 0 is not limited
     */
    public SortedMap<String, DeviceRoom> rooms(int splitCount) {
        var rooms = new TreeMap<String, DeviceRoom>();
        for (Entry device : devices) {
            if (!device.split() && device.totalMib() > 0) {
                rooms.put(
                        device.uuid(),
                        new DeviceRoom(
                                device.totalMib() - device.reservedMib(), ALL_CORES, splitCount, device.rungs()));
            }
        }
        return rooms;
    }

    /** What of it a scheduler should hear of, for comparison: PCIe state and the like of the facts come and go. */
    public boolean tellsTheSameAs(Inventory other) {
        return links.equals(other.links) && keys().equals(other.keys());
    }

    private List<String> keys() {
        return devices.stream()
                .map(device -> device.uuid()
                        + ' '
                        + device.totalMib()
                        + ' '
                        + device.split()
                        + ' '
                        + device.facts().isPresent()
                        + device.facts().flatMap(GpuFacts::fabric))
                .toList();
    }

    private static List<Link> links(List<Entry> gpus) {
        var links = new ArrayList<Link>();
        for (Entry a : gpus) {
            for (Entry b : gpus.subList(a.slot() + 1, gpus.size())) {
                if (a.facts().isPresent() && b.facts().isPresent()) {
                    links.add(
                            link(a.slot(), a.facts().get(), b.slot(), b.facts().get()));
                }
            }
        }
        return links;
    }

    private static Link link(int slotA, GpuFacts a, int slotB, GpuFacts b) {
        Optional<GpuFacts.Peer> peer =
                a.peers().stream().filter(near -> near.uuid().equals(b.uuid())).findFirst();
        List<NvLink> straight = a.nvLinks().stream()
                .filter(link -> link.remote() == NvLink.Remote.GPU
                        && link.remotePci().equals(Optional.of(b.identity().pci())))
                .toList();
        List<NvLink> mine = toSwitches(a);
        List<NvLink> theirs = toSwitches(b);
        boolean switched = straight.isEmpty() && !mine.isEmpty() && !theirs.isEmpty();
        List<NvLink> used = switched ? (mine.size() <= theirs.size() ? mine : theirs) : straight;
        return new Link(
                slotA,
                slotB,
                peer.flatMap(GpuFacts.Peer::level),
                used.size(),
                (int) used.stream().filter(NvLink::usable).count(),
                used.isEmpty() ? OptionalInt.empty() : used.getFirst().versionCode(),
                used.isEmpty() ? OptionalInt.empty() : used.getFirst().speedMegabytePerSecond(),
                switched,
                peer.map(GpuFacts.Peer::peerAccess).orElse(false));
    }

    private static List<NvLink> toSwitches(GpuFacts gpu) {
        return gpu.nvLinks().stream()
                .filter(link -> link.remote() == NvLink.Remote.SWITCH)
                .toList();
    }
}
