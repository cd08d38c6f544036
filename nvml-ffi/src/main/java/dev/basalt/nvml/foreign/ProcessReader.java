package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.foreign.Functions.ProcessFunctions;
import dev.basalt.nvml.reading.ProcessUse;
import dev.basalt.nvml.reading.RunningProcess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Process lists of one device. Entries behind the _v3 symbol are 24 bytes, but drivers 535.43 to 535.86 wrote 32 behind
 * the same symbol, so their size is measured: the buffer is filled with a pattern and the driver's last touched byte
 * tells.
 */
final class ProcessReader {
    private static final byte PATTERN = (byte) 0xA5;
    private static final long PATTERN_WORD = 0xA5A5A5A5_A5A5A5A5L;
    private static final int RETRY_COUNT = 5;
    private static final int V1_BYTES = (int) Layouts.PROCESS_V1.byteSize();
    private static final int V2_BYTES = (int) Layouts.PROCESS_V2.byteSize();
    private static final int V535_BYTES = (int) Layouts.PROCESS_535.byteSize();
    private static final long UNKNOWN_BYTES = -1L;
    private static final int NO_INSTANCE = -1;

    private final Functions functions;
    private final MemorySegment device;

    ProcessReader(Functions functions, MemorySegment device) {
        this.functions = functions;
        this.device = device;
    }

    /** Identity of a process on this device: one process may have contexts in several MIG instances. */
    private record Key(int pid, int gpuInstance, int computeInstance) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparingInt(Key::pid)
                .thenComparingInt(Key::gpuInstance)
                .thenComparingInt(Key::computeInstance);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    List<RunningProcess> processes() {
        var found = new TreeMap<Key, RunningProcess>();
        read(functions.computeProcesses, new Kinds(true, false, false), found);
        read(functions.graphicsProcesses, new Kinds(false, true, false), found);
        read(functions.mpsProcesses, new Kinds(false, false, true), found);
        return List.copyOf(found.values());
    }

    /** The newest symbol that the driver has; an absent one answers FUNCTION_NOT_FOUND at once. */
    private void read(ProcessFunctions versions, Kinds kinds, Map<Key, RunningProcess> found) {
        for (NativeFunction function : List.of(versions.v3(), versions.v2(), versions.v1())) {
            if (read(function, function == versions.v1(), kinds, found)) {
                return;
            }
        }
    }

    /** False when the driver does not have this version of the call. */
    private boolean read(NativeFunction function, boolean oldest, Kinds kinds, Map<Key, RunningProcess> found) {
        try (Arena large = Arena.ofConfined()) {
            MemorySegment buffer = Scratch.ofThread().block;
            MemorySegment count = Scratch.ofThread().a;
            for (int attempt = 0; attempt < RETRY_COUNT; attempt++) {
                // Offer room as if entries were of the larger size, so that no driver writes beyond the buffer.
                count.set(JAVA_INT, 0, (int) (buffer.byteSize() / V535_BYTES) - 1);
                buffer.fill(PATTERN);
                int status = function.call(device, count, buffer);
                if (status == NvmlStatus.FUNCTION_NOT_FOUND.code()) {
                    return false;
                }
                if (status == NvmlStatus.INSUFFICIENT_SIZE.code()) {
                    buffer = large.allocate((count.get(JAVA_INT, 0) * 3L / 2 + 16) * V535_BYTES, 16);
                    continue;
                }
                if (Answers.has(function, status)) {
                    int entryCount = count.get(JAVA_INT, 0);
                    decode(buffer, entryCount, oldest ? V1_BYTES : entryBytes(buffer, entryCount), kinds, found);
                }
                return true;
            }
        }
        throw new NvmlException(
                function.name(),
                NvmlStatus.INSUFFICIENT_SIZE,
                "Maybe processes start faster than they can be listed; the next sample tries again.");
    }

    /** 24 when everything behind {@code count} entries of 24 bytes still has the pattern; else the driver wrote 32. */
    private static int entryBytes(MemorySegment buffer, int count) {
        long end24 = (long) count * V2_BYTES;
        long end32 = (long) count * V535_BYTES;
        for (long at = end24; at < end32; at += Long.BYTES) {
            if (buffer.get(JAVA_LONG, at) != PATTERN_WORD) {
                return V535_BYTES;
            }
        }
        return V2_BYTES;
    }

    /** Which list an entry came from. */
    private record Kinds(boolean compute, boolean graphics, boolean mps) {}

    private static void decode(
            MemorySegment buffer, int count, int entryBytes, Kinds kinds, Map<Key, RunningProcess> found) {
        for (int i = 0; i < count; i++) {
            long at = (long) i * entryBytes;
            int pid = buffer.get(JAVA_INT, at);
            long usedBytes = buffer.get(JAVA_LONG, at + 8);
            int gpuInstance = entryBytes == V1_BYTES ? NO_INSTANCE : buffer.get(JAVA_INT, at + 16);
            int computeInstance = entryBytes == V1_BYTES ? NO_INSTANCE : buffer.get(JAVA_INT, at + 20);
            var process = new RunningProcess(
                    pid,
                    kinds.compute,
                    kinds.graphics,
                    kinds.mps,
                    usedBytes == UNKNOWN_BYTES ? OptionalLong.empty() : OptionalLong.of(usedBytes),
                    instance(gpuInstance),
                    instance(computeInstance));
            found.merge(new Key(pid, gpuInstance, computeInstance), process, ProcessReader::union);
        }
    }

    static OptionalInt instance(int raw) {
        return raw == NO_INSTANCE ? OptionalInt.empty() : OptionalInt.of(raw);
    }

    /** The lists report the same memory for the same process, so the sizes are not added. */
    private static RunningProcess union(RunningProcess left, RunningProcess right) {
        return new RunningProcess(
                left.pid(),
                left.compute() || right.compute(),
                left.graphics() || right.graphics(),
                left.mps() || right.mps(),
                left.usedBytes().isPresent() ? left.usedBytes() : right.usedBytes(),
                left.gpuInstance(),
                left.computeInstance());
    }

    List<ProcessUse> processUse(long sinceMicros) {
        NativeFunction function = functions.processUtilization;
        try (Arena large = Arena.ofConfined()) {
            MemorySegment buffer = Scratch.ofThread().block;
            MemorySegment count = Scratch.ofThread().a;
            for (int attempt = 0; attempt < RETRY_COUNT; attempt++) {
                count.set(JAVA_INT, 0, (int) (buffer.byteSize() / Layouts.PROCESS_SAMPLE.byteSize()));
                int status = function.call(device, buffer, count, sinceMicros);
                if (status == NvmlStatus.INSUFFICIENT_SIZE.code()) {
                    long wanted = count.get(JAVA_INT, 0) * 3L / 2 + 16;
                    buffer = large.allocate(Math.max(wanted, attempt * 256L) * Layouts.PROCESS_SAMPLE.byteSize(), 16);
                    continue;
                }
                return Answers.has(function, status) ? samples(buffer, count.get(JAVA_INT, 0)) : List.of();
            }
            return List.of();
        }
    }

    private static List<ProcessUse> samples(MemorySegment buffer, int count) {
        var newest = new TreeMap<Integer, ProcessUse>();
        for (int i = 0; i < count; i++) {
            MemorySegment entry =
                    buffer.asSlice(i * Layouts.PROCESS_SAMPLE.byteSize(), Layouts.PROCESS_SAMPLE.byteSize());
            var use = new ProcessUse(
                    entry.get(JAVA_INT, 0),
                    entry.get(JAVA_LONG, 8),
                    Math.clamp(entry.get(JAVA_INT, 16), 0, 100),
                    Math.clamp(entry.get(JAVA_INT, 20), 0, 100),
                    Math.clamp(entry.get(JAVA_INT, 24), 0, 100),
                    Math.clamp(entry.get(JAVA_INT, 28), 0, 100));
            newest.merge(
                    use.pid(), use, (left, right) -> left.timestampMicros() > right.timestampMicros() ? left : right);
        }
        return new ArrayList<>(newest.values());
    }
}
