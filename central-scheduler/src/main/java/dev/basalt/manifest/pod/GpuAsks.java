package dev.basalt.manifest.pod;

import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.DeviceRequest.MemoryAsk;
import dev.basalt.core.device.DeviceRequest.PerDevice;
import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.manifest.pod.GpuNames.Part;
import dev.basalt.manifest.pod.ResourceAsks.Ask;
import dev.basalt.manifest.text.Nearest;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Combines a container's GPU resources into device requests. */
final class GpuAsks {
    private static final long MAX_COUNT = 1024; // more than any machine has
    private static final long MAX_MEMORY_MIB = 16L * 1024 * 1024; // 16 TiB: more than any GPU has
    private static final long UNSET_PERCENT = 101; // Volcano's device plugin: "percentage not given"
    private static final long FULL_PERCENT = 100;

    private final Selector selector;
    private final Map<Part, Ask> parts = new EnumMap<>(Part.class);
    private final List<DeviceRequest> requests = new ArrayList<>();

    private GpuAsks(Selector selector) {
        this.selector = selector;
    }

    /** Device requests of one container; problems are reported on the fields they are in. */
    static List<DeviceRequest> combine(SortedMap<String, Ask> asks, Selector selector) {
        GpuAsks all = new GpuAsks(selector);
        asks.forEach(all::sort);
        all.combineParts();
        return all.requests;
    }

    private void sort(String name, Ask ask) {
        if (name.startsWith(GpuNames.MIG_PREFIX)) {
            mig(name.substring(GpuNames.MIG_PREFIX.length()), ask);
            return;
        }
        Part part = GpuNames.part(name);
        if (part == null) {
            String nearest = Nearest.to(name, GpuNames.known().keySet());
            ask.field()
                    .error(
                            "is no GPU resource",
                            nearest == null ? "use volcano.sh/vgpu-number" : "you meant " + nearest);
            return;
        }
        String right = GpuNames.rightName(name);
        if (right != null) {
            ask.field()
                    .warn(
                            "is not a name that Volcano knows",
                            right + ": " + ask.field().shown(),
                            "write " + right);
        }
        Ask other = parts.putIfAbsent(part, ask);
        if (other != null) {
            ask.field().error("says again what " + other.field().path() + " says", "keep one of the two");
        }
    }

    private void mig(String profile, Ask ask) {
        Long count = count(ask);
        if (count != null && count > 0) {
            String name = profile.replace(".me", "+me");
            requests.add(new DeviceRequest(count.intValue(), new PerDevice.Mig(name), selector));
        }
    }

    private void combineParts() {
        Ask whole = parts.get(Part.WHOLE);
        Ask shared = parts.get(Part.SHARED);
        if (parts.isEmpty()) {
            return;
        }
        if (whole != null && shared != null) {
            shared.field().error("asks for GPUs beside " + whole.field().path(), "keep one of the two");
            return;
        }
        Ask counted = whole != null ? whole : shared;
        Long count = counted == null ? Long.valueOf(1) : count(counted);
        MemoryAsk memory = memory();
        Integer corePermille = corePermille();
        if (count == null || corePermille == null || memory == null) {
            return;
        }
        boolean parted = parts.containsKey(Part.MEMORY_MIB)
                || parts.containsKey(Part.MEMORY_PERCENT)
                || parts.containsKey(Part.CORE_PERCENT);
        if (count == 0) {
            if (parted && counted != null) {
                counted.field()
                        .error("asks for no GPU, and other fields for a part of it", "write 1, or remove the others");
            }
            return;
        }
        if (whole != null && parted) {
            explainShare(whole, count, memory, corePermille);
        }
        boolean all = memory.equals(new MemoryAsk.Permille(1000)) && corePermille == 1000;
        PerDevice each =
                (shared == null && !parted) || all ? new PerDevice.Whole() : new PerDevice.Share(memory, corePermille);
        requests.add(new DeviceRequest(count.intValue(), each, selector));
    }

    private static void explainShare(Ask whole, long count, MemoryAsk memory, int corePermille) {
        String memoryText = switch (memory) {
            case MemoryAsk.Mib ask -> ask.mib() + " MiB";
            case MemoryAsk.Permille ask -> ask.permille() / 10 + " % of the memory";
        };
        String cores = corePermille == 0 ? "" : " and " + corePermille / 10 + " % of the cores";
        String each = count == 1 ? " of one GPU" : " of each of " + count + " GPUs";
        whole.field()
                .warn(
                        "asks for whole GPUs while other fields ask for a part",
                        "a share: " + memoryText + cores + each,
                        "write volcano.sh/vgpu-number in its place");
    }

    private static @Nullable Long count(Ask ask) {
        if (!ask.quantity().whole()) {
            ask.field()
                    .error(
                            "is not a whole number of GPUs",
                            "ask for a part: volcano.sh/vgpu-number: 1 with volcano.sh/vgpu-cores: 50 and"
                                    + " volcano.sh/vgpu-memory-percentage: 50");
            return null;
        }
        return bounded(ask, MAX_COUNT, "GPUs, more than any machine has");
    }

    private @Nullable MemoryAsk memory() {
        Ask percent = parts.get(Part.MEMORY_PERCENT);
        Ask mib = parts.get(Part.MEMORY_MIB);
        if (percent != null) {
            Long value = bounded(percent, UNSET_PERCENT, "percent, more than all");
            if (value == null) {
                return null;
            }
            if (value > 0 && value <= FULL_PERCENT) {
                if (mib != null) {
                    mib.field().warn("stands beside a percentage, which wins", "unset", "keep one of the two");
                }
                return new MemoryAsk.Permille(value.intValue() * 10);
            }
        }
        return mib == null ? new MemoryAsk.Permille(1000) : memoryMib(mib);
    }

    private static @Nullable MemoryAsk memoryMib(Ask ask) {
        Long value = ask.quantity().times(1);
        boolean bytes = ask.field().text("").matches(".*[A-Za-z]i?");
        if (value != null && bytes && value >= 1024 * 1024) {
            long mib = value / (1024 * 1024);
            ask.field().warn("has a unit, while the field counts MiB", mib + " MiB", "write " + mib);
            return memoryAsk(ask, mib);
        }
        if (!ask.quantity().whole()) {
            ask.field().error("is not a whole number of MiB", "write MiB, for example 8192");
            return null;
        }
        return memoryAsk(ask, value == null ? Long.MAX_VALUE : value);
    }

    private static @Nullable MemoryAsk memoryAsk(Ask ask, long mib) {
        if (mib > MAX_MEMORY_MIB) {
            ask.field()
                    .error(
                            "is more than any GPU has (at most " + MAX_MEMORY_MIB + " MiB)",
                            "check its unit; the field counts MiB");
            return null;
        }
        return mib == 0 ? new MemoryAsk.Permille(1000) : new MemoryAsk.Mib(mib);
    }

    /** Cores in permille; 0 when not asked; null when refused. */
    private @Nullable Integer corePermille() {
        Ask cores = parts.get(Part.CORE_PERCENT);
        if (cores == null) {
            return 0;
        }
        Long percent = bounded(cores, FULL_PERCENT, "percent, more than all cores of a GPU");
        return percent == null ? null : Integer.valueOf(percent.intValue() * 10);
    }

    private static @Nullable Long bounded(Ask ask, long most, String what) {
        Long value = ask.quantity().times(1);
        if (!ask.quantity().whole()) {
            ask.field().error("is not a whole number", "write a number from 0 to " + most);
            return null;
        }
        if (value == null || value > most) {
            ask.field().error("asks for " + ask.field().shown() + " " + what, "write a number from 0 to " + most);
            return null;
        }
        return value;
    }
}
