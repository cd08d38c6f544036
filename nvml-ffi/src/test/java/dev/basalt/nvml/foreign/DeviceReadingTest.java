package dev.basalt.nvml.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.basalt.nvml.Nvml;
import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlEvents;
import dev.basalt.nvml.fake.FakeDriver;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.LinkPairs;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.PeerStatus;
import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceIdentity.Architecture;
import dev.basalt.nvml.reading.DeviceIdentity.Brand;
import dev.basalt.nvml.reading.DeviceIdentity.ComputeCapability;
import dev.basalt.nvml.reading.MigInstance;
import dev.basalt.nvml.reading.MigInstance.Engines;
import dev.basalt.nvml.reading.PciAddress;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one GPU says about itself. */
class DeviceReadingTest {
    @TempDir
    Path folder;

    private Nvml load(String profile, String more) {
        return ForeignNvml.load(Machines.machine(folder, profile, more).library());
    }

    @Test
    void tellsWhoTheGpuIs() {
        try (Nvml nvml = load("hgx-h100", "[gpu0]\nserial = 1650000000001\n")) {
            DeviceIdentity read = Machines.gpu(nvml).identity();

            assertEquals(
                    new DeviceIdentity(
                            0,
                            read.uuid(),
                            "NVIDIA H100 80GB HBM3",
                            Brand.NVIDIA,
                            Architecture.HOPPER,
                            Optional.of(new ComputeCapability(9, 0)),
                            new PciAddress(0, 0x53, 0, 0),
                            0x233010DE,
                            0x16C110DE,
                            read.serial(),
                            OptionalInt.of(0),
                            OptionalInt.of(7),
                            Optional.of("692-2G520-0200-000"),
                            Optional.of("96.00.99.00.01"),
                            OptionalInt.of(16896),
                            Optional.of("HMM")),
                    read);
            assertTrue(read.uuid().matches("GPU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"));
        }
    }

    /** gpuopenanalytics/pynvml#53, nvitop#127: driver 555 under WSL gave bytes that are no text as a name. */
    @Test
    void replacesBytesOfANameThatAreNoText() {
        try (Nvml nvml = load("t4-1", "[gpu0]\nname = hex:54f8a1ff34\n")) {
            assertEquals("T\uFFFD\uFFFD\uFFFD4", Machines.gpu(nvml).identity().name());
        }
    }

    /** tensorflow#32881, hwloc#272: index, minor number and bus order all differ. */
    @Test
    void keepsIndexAndMinorNumberApart() {
        try (Nvml nvml = load("dgxa100", "[gpu0]\nminor = 6\n[gpu6]\nminor = 0\n")) {
            DeviceIdentity read = Machines.gpus(nvml).get(6).identity();

            assertEquals(6, read.index());
            assertEquals(OptionalInt.of(0), read.minorNumber());
        }
    }

    /** XuehaiPan/nvitop#176: what the GPU sends and what it receives were swapped. */
    @Test
    void keepsSentAndReceivedTrafficApart() {
        try (Nvml nvml = load("t4-1", "[gpu0]\npcie.tx_kbps = 100\npcie.rx_kbps = 7\n")) {
            assertEquals(
                    Optional.of(new PcieReading.Throughput(100, 7)),
                    Machines.gpu(nvml).pcieThroughput());
        }
    }

    /** Syllo/nvtop#432: an assertion that a percentage is at most 100 ended the tool. */
    @Test
    void clampsAPercentageThatIsAbove100() {
        try (Nvml nvml =
                load("t4-1", "[gpu0]\nutil.gpu = 250\nutil.memory = 7\nutil.encoder = na\nutil.decoder = na\n")) {
            assertEquals(
                    Optional.of(new UtilizationReading(100, 7, OptionalInt.empty(), OptionalInt.empty())),
                    Machines.gpu(nvml).utilization());
        }
    }

    /** NVIDIA/nccl#1182, vgpu-manager#70: a virtual machine hides the switch, and no NVLink was counted. */
    @Test
    void countsLinksWhoseFarEndIsHidden() {
        try (Nvml nvml = load("dgxa100", "[nvlink]\nremote = unknown\n")) {
            List<NvmlDevice> gpus = Machines.gpus(nvml);
            List<NvLink> links = gpus.get(0).nvLinks();

            int count = LinkPairs.between(
                    links, gpus.get(1).identity().pci(), gpus.get(1).nvLinks());

            assertEquals(12, count);
            assertEquals(NvLink.Remote.UNKNOWN, links.getFirst().remote());
            assertEquals(Optional.empty(), links.getFirst().remotePci());
        }
    }

    @Test
    void doesNotCountLinksThatAreDown() {
        FakeDriver driver = Machines.machine(folder, "dgx1-v100");
        try (Nvml nvml = ForeignNvml.load(driver.library())) {
            List<NvmlDevice> gpus = Machines.gpus(nvml);
            PciAddress third = gpus.get(3).identity().pci();
            int before =
                    LinkPairs.between(gpus.get(0).nvLinks(), third, gpus.get(3).nvLinks());

            driver.control("[nvlink]\ndown = gpu0:2\n");

            assertEquals(2, before);
            assertEquals(
                    1,
                    LinkPairs.between(gpus.get(0).nvLinks(), third, gpus.get(3).nvLinks()));
        }
    }

    @Test
    void tellsWhetherGpusReachEachOther() {
        try (Nvml nvml = load("a100-pcie-bridge", "")) {
            List<NvmlDevice> gpus = Machines.gpus(nvml);

            assertEquals(Optional.of(PeerStatus.OK), gpus.get(0).peerStatus(gpus.get(1), PeerStatus.Capability.NVLINK));
            assertEquals(
                    Optional.of(PeerStatus.NOT_SUPPORTED),
                    gpus.get(0).peerStatus(gpus.get(2), PeerStatus.Capability.NVLINK));
        }
    }

    @Test
    void readsTheFabricByTheNewestVersionTheDriverTakes() {
        var v3 = new FabricInfo(
                Optional.empty(),
                0,
                0,
                FabricInfo.State.COMPLETED,
                OptionalInt.of(0),
                Optional.of(FabricInfo.Health.HEALTHY));
        var v1 = new FabricInfo(
                Optional.empty(), 0, 0, FabricInfo.State.COMPLETED, OptionalInt.empty(), Optional.empty());

        try (Nvml nvml = load("hgx-h100", "")) {
            assertEquals(Optional.of(v3), Machines.gpu(nvml).fabric());
        }
        try (Nvml nvml = load("hgx-h100", "[system]\nsymbols = minus:nvmlDeviceGetGpuFabricInfoV\n")) {
            assertEquals(Optional.of(v1), Machines.gpu(nvml).fabric());
        }
        try (Nvml nvml = load("t4-1", "")) {
            assertEquals(Optional.empty(), Machines.gpu(nvml).fabric());
        }
    }

    @Test
    void listsMigDevicesOverHolesInTheirNumbers() {
        String more = """
                [gpu0]
                mig = on
                [mig gpu0]
                instance.0 = profile:3g.40gb gi:1 ci:0 memory:40448MiB sm:60 slices:3 ce:3 dec:3 jpg:3
                instance.2 = profile:1g.10gb gi:9 ci:0 memory:9984MiB sm:16 slices:1
                """;

        try (Nvml nvml = load("hgx-h100", more)) {
            List<NvmlDevice.MigSlot> slots = Machines.gpu(nvml).migDevices();
            String first = slots.get(0).device().uuid();
            String second = slots.get(1).device().uuid();

            assertEquals(
                    List.of(0, 2), slots.stream().map(NvmlDevice.MigSlot::index).toList());
            assertEquals(
                    List.of(
                            new MigInstance(first, "3g.40gb", 1, 0, 40448, 60, 3, 3, new Engines(3, 0, 3, 0, 3)),
                            new MigInstance(second, "1g.10gb", 9, 0, 9984, 16, 1, 1, new Engines(0, 0, 0, 0, 0))),
                    slots.stream().map(NvmlDevice.MigSlot::instance).toList());
            assertEquals(Optional.empty(), Machines.gpu(nvml).utilization());
            assertEquals(40448, slots.get(0).device().memory().orElseThrow().totalMib());
            assertEquals(second, nvml.device(second).orElseThrow().uuid());
        }
    }

    @Test
    void answersNothingForAUuidThatNobodyHas() {
        try (Nvml nvml = load("t4-1", "")) {
            assertEquals(Optional.empty(), nvml.device("GPU-00000000-0000-0000-0000-000000000000"));
        }
    }

    /** NVIDIA/dcgm-exporter#700: no Xid is an answer, not a gap. */
    @Test
    void waitsInVainWhenNothingHappens() {
        try (Nvml nvml = load("t4-1", "");
                NvmlEvents events = nvml.listen(Machines.gpus(nvml))) {
            assertEquals(List.of(Machines.gpu(nvml).uuid()), events.watchedUuids());
            assertEquals(Optional.empty(), events.await(Duration.ofMillis(1)));
        }
    }

    @Test
    void tellsWhichGpuHadWhichXid() {
        FakeDriver driver = Machines.machine(folder, "dgxa100");
        try (Nvml nvml = ForeignNvml.load(driver.library());
                NvmlEvents events = nvml.listen(Machines.gpus(nvml))) {
            String uuid = Machines.gpus(nvml).get(4).uuid();

            driver.control("[gpu4]\nevent.1 = xid:79\n");

            assertEquals(
                    Optional.of(new NvmlEvents.NvmlEvent(
                            Optional.of(uuid), NvmlEvents.Kind.XID, 79, OptionalInt.empty(), OptionalInt.empty())),
                    events.await(Duration.ofSeconds(10)));
        }
    }

    @Test
    void readsErrorCountsAndRemappedRows() {
        String more = "[gpu0]\necc.volatile.uncorrected = 3\nremap.pending = on\nremap.uncorrected = 2\nrecovery = 1\n";

        try (Nvml nvml = load("dgxa100", more)) {
            var ecc = Machines.gpu(nvml).ecc();

            assertEquals(OptionalLong.of(3), ecc.volatileErrors().uncorrected());
            assertEquals(2, ecc.remappedRows().orElseThrow().uncorrected());
            assertTrue(ecc.remappedRows().orElseThrow().pending());
            assertEquals(OptionalInt.of(1), ecc.recoveryAction());
        }
    }

    /** The budget of one sample: at most 16 KiB of heap once warm. */
    @Test
    void allocatesLittleForASample() {
        try (Nvml nvml = load("dgxa100", "")) {
            NvmlDevice gpu = Machines.gpu(nvml);
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            for (int warm = 0; warm < 200; warm++) {
                sample(gpu);
            }

            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100; i++) {
                sample(gpu);
            }
            long perSample = (threads.getCurrentThreadAllocatedBytes() - before) / 100;

            assertTrue(perSample <= 16 << 10, perSample + " bytes for each sample");
        }
    }

    private static void sample(NvmlDevice gpu) {
        gpu.memory();
        gpu.utilization();
        gpu.power();
        gpu.thermal();
        gpu.clocks();
        gpu.ecc();
        gpu.processes();
        gpu.pcie();
    }
}
