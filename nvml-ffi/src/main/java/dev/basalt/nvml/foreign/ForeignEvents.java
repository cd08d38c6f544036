package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlDevice;
import dev.basalt.nvml.NvmlEvents;
import dev.basalt.nvml.NvmlStatus;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An {@code nvmlEventSet_t} and the devices registered with it. */
final class ForeignEvents implements NvmlEvents {
    /** What Basalt acts on; clocks and power states change too often to be news. */
    private static final long WANTED = Kind.DOUBLE_BIT_ECC.bit()
            | Kind.XID.bit()
            | Kind.FATAL_POISON.bit()
            | Kind.GPU_UNAVAILABLE.bit()
            | Kind.GPU_RECOVERY_ACTION.bit();

    private final Functions functions;
    private final MemorySegment set;
    private final Map<Long, String> uuids;

    private ForeignEvents(Functions functions, MemorySegment set, Map<Long, String> uuids) {
        this.functions = functions;
        this.set = set;
        this.uuids = uuids;
    }

    static ForeignEvents open(Functions functions, List<NvmlDevice> devices) {
        MemorySegment out = Scratch.ofThread().a;
        Answers.require(functions.eventSetCreate, functions.eventSetCreate.call(out), "");
        MemorySegment set = out.get(ADDRESS, 0);
        var watched = new TreeMap<Long, String>();
        for (NvmlDevice device : devices) {
            if (device instanceof ForeignDevice foreign && register(functions, foreign, set)) {
                watched.put(foreign.handle().address(), foreign.uuid());
            }
        }
        return new ForeignEvents(functions, set, watched);
    }

    /** A device that is lost or too old is not watched; that harms no other. */
    private static boolean register(Functions functions, ForeignDevice device, MemorySegment set) {
        MemorySegment out = Scratch.ofThread().b;
        if (functions.supportedEvents.call(device.handle(), out) != 0) {
            return false;
        }
        long types = out.get(JAVA_LONG, 0) & WANTED;
        return types != 0 && functions.registerEvents.call(device.handle(), types, set) == 0;
    }

    @Override
    public List<String> watchedUuids() {
        return List.copyOf(uuids.values());
    }

    @Override
    public Optional<NvmlEvent> await(Duration timeout) {
        MemorySegment data = Scratch.ofThread().struct(Layouts.EVENT_DATA.byteSize());
        int millis = Math.clamp(timeout.toMillis(), 0, Integer.MAX_VALUE);
        int status = functions.eventSetWait.call(set, data, millis);
        if (status == NvmlStatus.TIMEOUT.code()) {
            return Optional.empty();
        }
        Answers.require(functions.eventSetWait, status, "");
        boolean withInstances = functions.eventSetWait.name().endsWith("_v2");
        int gpuInstance = withInstances ? data.get(JAVA_INT, Layouts.offset(Layouts.EVENT_DATA, "gpuInstanceId")) : -1;
        int computeInstance =
                withInstances ? data.get(JAVA_INT, Layouts.offset(Layouts.EVENT_DATA, "computeInstanceId")) : -1;
        return Optional.of(new NvmlEvent(
                Optional.ofNullable(uuids.get(data.get(ADDRESS, 0).address())),
                Kind.of(data.get(JAVA_LONG, Layouts.offset(Layouts.EVENT_DATA, "eventType"))),
                data.get(JAVA_LONG, Layouts.offset(Layouts.EVENT_DATA, "eventData")),
                ProcessReader.instance(gpuInstance),
                ProcessReader.instance(computeInstance)));
    }

    @Override
    public void close() {
        functions.eventSetFree.call(set);
    }
}
