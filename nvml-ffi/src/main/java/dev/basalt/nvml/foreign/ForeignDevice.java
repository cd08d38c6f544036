package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.link.Affinity;
import dev.basalt.nvml.link.FabricInfo;
import dev.basalt.nvml.link.NvLink;
import dev.basalt.nvml.link.PeerStatus;
import dev.basalt.nvml.link.TopologyLevel;
import dev.basalt.nvml.reading.ClockReading;
import dev.basalt.nvml.reading.DeviceIdentity;
import dev.basalt.nvml.reading.DeviceModes;
import dev.basalt.nvml.reading.DeviceModes.MigMode;
import dev.basalt.nvml.reading.EccReading;
import dev.basalt.nvml.reading.MemoryReading;
import dev.basalt.nvml.reading.MigInstance;
import dev.basalt.nvml.reading.PcieReading;
import dev.basalt.nvml.reading.PowerReading;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import dev.basalt.nvml.reading.ThermalReading;
import dev.basalt.nvml.reading.UtilizationReading;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A device behind its {@code nvmlDevice_t}. */
final class ForeignDevice implements NvmlDevice {
    private final Functions functions;
    private final MemorySegment handle;
    private final String uuid;
    private final IdentityReader identity;
    private final MemoryReader memory;
    private final SensorReader sensors;
    private final ProcessReader processes;
    private final LinkReader links;

    private ForeignDevice(Functions functions, MemorySegment handle, String uuid) {
        this.functions = functions;
        this.handle = handle;
        this.uuid = uuid;
        identity = new IdentityReader(functions, handle, uuid);
        memory = new MemoryReader(functions, handle);
        sensors = new SensorReader(functions, handle);
        processes = new ProcessReader(functions, handle);
        links = new LinkReader(functions, handle);
    }

    /** Opens a handle by asking its UUID, without which nothing can be said about a device. */
    static ForeignDevice open(Functions functions, MemorySegment handle) {
        MemorySegment text = Scratch.ofThread().text(IdentityReader.UUID_BYTES);
        Answers.require(functions.uuid, functions.uuid.call(handle, text, IdentityReader.UUID_BYTES), "");
        return new ForeignDevice(functions, handle, Scratch.decode(text));
    }

    MemorySegment handle() {
        return handle;
    }

    @Override
    public String uuid() {
        return uuid;
    }

    @Override
    public DeviceIdentity identity() {
        return identity.identity();
    }

    @Override
    public DeviceModes modes() {
        return identity.modes();
    }

    @Override
    public Optional<MemoryReading> memory() {
        return memory.memory();
    }

    @Override
    public Optional<MemoryReading> bar1Memory() {
        return memory.bar1();
    }

    @Override
    public Optional<UtilizationReading> utilization() {
        return sensors.utilization();
    }

    @Override
    public PowerReading power() {
        return sensors.power();
    }

    @Override
    public ThermalReading thermal() {
        return sensors.thermal();
    }

    @Override
    public ClockReading clocks() {
        return sensors.clocks();
    }

    @Override
    public EccReading ecc() {
        return sensors.ecc();
    }

    @Override
    public PcieReading pcie() {
        return sensors.pcie();
    }

    @Override
    public Optional<PcieReading.Throughput> pcieThroughput() {
        return sensors.pcieThroughput();
    }

    @Override
    public List<RunningProcess> processes() {
        return processes.processes();
    }

    @Override
    public List<ProcessUse> processUse(long sinceMicros) {
        return processes.processUse(sinceMicros);
    }

    @Override
    public Optional<TopologyLevel> commonAncestor(NvmlDevice other) {
        return links.commonAncestor(handleOf(other));
    }

    @Override
    public Optional<PeerStatus> peerStatus(NvmlDevice other, PeerStatus.Capability capability) {
        return links.peerStatus(handleOf(other), capability);
    }

    private static MemorySegment handleOf(NvmlDevice device) {
        if (device instanceof ForeignDevice foreign) {
            return foreign.handle;
        }
        throw new IllegalArgumentException("the other device must come from NVML, have " + device.getClass());
    }

    @Override
    public Affinity affinity() {
        return links.affinity();
    }

    @Override
    public List<NvLink> nvLinks() {
        return links.nvLinks();
    }

    @Override
    public Optional<FabricInfo> fabric() {
        return links.fabric();
    }

    @Override
    public List<MigSlot> migDevices() {
        if (!identity.migMode().map(MigMode::enabled).orElse(false)) {
            return List.of();
        }
        int max = Answers.number(functions.maxMigDevices, handle).orElse(0);
        var slots = new ArrayList<MigSlot>();
        for (int index = 0; index < max; index++) {
            MemorySegment out = Scratch.ofThread().a;
            NativeFunction function = functions.migDeviceByIndex;
            if (Answers.hasSelected(function, function.call(handle, index, out))) {
                ForeignDevice device = open(functions, out.get(ADDRESS, 0));
                slots.add(new MigSlot(index, device.migInstance(), device));
            }
        }
        return List.copyOf(slots);
    }

    private MigInstance migInstance() {
        MemorySegment out = Scratch.ofThread().struct(Layouts.ATTRIBUTES.byteSize());
        NativeFunction function = functions.attributes;
        // Where the driver has no attributes the struct stays zero.
        Answers.has(function, function.call(handle, out));
        int multiprocessors = attribute(out, "multiprocessorCount");
        int gpuSlices = attribute(out, "gpuInstanceSliceCount");
        int computeSlices = attribute(out, "computeInstanceSliceCount");
        long memoryMib = out.get(JAVA_LONG, Layouts.offset(Layouts.ATTRIBUTES, "memorySizeMB"));
        var engines = new MigInstance.Engines(
                attribute(out, "sharedCopyEngineCount"),
                attribute(out, "sharedEncoderCount"),
                attribute(out, "sharedDecoderCount"),
                attribute(out, "sharedOfaCount"),
                attribute(out, "sharedJpegCount"));
        String name = identity.name();
        int mark = name.lastIndexOf("MIG ");
        return new MigInstance(
                uuid,
                mark < 0 ? "" : name.substring(mark + "MIG ".length()),
                Answers.number(functions.gpuInstanceId, handle).orElse(-1),
                Answers.number(functions.computeInstanceId, handle).orElse(-1),
                memoryMib,
                multiprocessors,
                gpuSlices,
                computeSlices,
                engines);
    }

    private static int attribute(MemorySegment attributes, String field) {
        return attributes.get(JAVA_INT, Layouts.offset(Layouts.ATTRIBUTES, field));
    }

    @Override
    public String toString() {
        return uuid;
    }
}
