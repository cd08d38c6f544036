package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlStatus;
import dev.basalt.nvml.reading.MemoryReading;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Optional;
import java.util.OptionalLong;

/** Memory of one device, by version 2 of the call where the driver has it: version 1 counts the reserve as used. */
final class MemoryReader {
    private final Functions functions;
    private final MemorySegment device;

    MemoryReader(Functions functions, MemorySegment device) {
        this.functions = functions;
        this.device = device;
    }

    Optional<MemoryReading> memory() {
        StructLayout layout = Layouts.MEMORY_V2;
        MemorySegment out = Scratch.ofThread().struct(layout.byteSize());
        out.set(JAVA_INT, 0, Layouts.versionWord(layout, 2));
        int status = functions.memoryInfoV2.call(device, out);
        if (status == NvmlStatus.FUNCTION_NOT_FOUND.code() || status == NvmlStatus.ARGUMENT_VERSION_MISMATCH.code()) {
            return memoryV1();
        }
        if (!Answers.has(functions.memoryInfoV2, status)) {
            return Optional.empty();
        }
        long total = number(out, layout, "total");
        long reserved = number(out, layout, "reserved");
        long used = number(out, layout, "used");
        long free = number(out, layout, "free");
        // A wrapper library that limits memory left "free" unfilled (HAMi-core#78): the other three say what it is.
        boolean consistent = total == reserved + used + free;
        return Optional.of(new MemoryReading(
                total, OptionalLong.of(reserved), consistent ? free : Math.max(0, total - reserved - used), used));
    }

    private Optional<MemoryReading> memoryV1() {
        StructLayout layout = Layouts.MEMORY_V1;
        MemorySegment out = Scratch.ofThread().struct(layout.byteSize());
        NativeFunction function = functions.memoryInfoV1;
        return Answers.has(function, function.call(device, out))
                ? Optional.of(new MemoryReading(
                        number(out, layout, "total"),
                        OptionalLong.empty(),
                        number(out, layout, "free"),
                        number(out, layout, "used")))
                : Optional.empty();
    }

    Optional<MemoryReading> bar1() {
        StructLayout layout = Layouts.BAR1_MEMORY;
        MemorySegment out = Scratch.ofThread().struct(layout.byteSize());
        NativeFunction function = functions.bar1MemoryInfo;
        return Answers.has(function, function.call(device, out))
                ? Optional.of(new MemoryReading(
                        number(out, layout, "bar1Total"),
                        OptionalLong.empty(),
                        number(out, layout, "bar1Free"),
                        number(out, layout, "bar1Used")))
                : Optional.empty();
    }

    private static long number(MemorySegment out, StructLayout layout, String field) {
        return out.get(JAVA_LONG, Layouts.offset(layout, field));
    }
}
