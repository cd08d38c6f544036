package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.NvmlStatus;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Turns statuses into answers: a value, nothing, or an exception. The one place that decides which status means which.
 */
final class Answers {
    private Answers() {}

    /** True when there is a value; false when this device or driver has none; anything else is an exception. */
    static boolean has(NativeFunction function, int status) {
        return switch (status) {
            case 0 -> true;
            // Not supported, no permission, not found, function not found, no data, version mismatch, deprecated, not
            // ready.
            case 3, 4, 6, 13, 21, 25, 26, 27 -> false;
            default -> throw new NvmlException(function.name(), new NvmlStatus(status));
        };
    }

    /** Like {@link #has}, where an argument that this device does not know means that it has no such value. */
    static boolean hasSelected(NativeFunction function, int status) {
        return status != NvmlStatus.INVALID_ARGUMENT.code() && has(function, status);
    }

    /** Fails unless the call succeeded. */
    static void require(NativeFunction function, int status, String advice) {
        if (status != 0) {
            throw new NvmlException(function.name(), new NvmlStatus(status), advice);
        }
    }

    static OptionalInt number(NativeFunction function, MemorySegment device) {
        MemorySegment out = Scratch.ofThread().a;
        return has(function, function.call(device, out)) ? OptionalInt.of(out.get(JAVA_INT, 0)) : OptionalInt.empty();
    }

    static OptionalInt number(NativeFunction function, MemorySegment device, int selector) {
        MemorySegment out = Scratch.ofThread().a;
        return hasSelected(function, function.call(device, selector, out))
                ? OptionalInt.of(out.get(JAVA_INT, 0))
                : OptionalInt.empty();
    }

    static OptionalLong wideNumber(NativeFunction function, MemorySegment device) {
        MemorySegment out = Scratch.ofThread().a;
        return has(function, function.call(device, out))
                ? OptionalLong.of(out.get(JAVA_LONG, 0))
                : OptionalLong.empty();
    }

    static OptionalLong wideNumber(NativeFunction function, MemorySegment device, int first, int second) {
        MemorySegment out = Scratch.ofThread().a;
        return hasSelected(function, function.call(device, first, second, out))
                ? OptionalLong.of(out.get(JAVA_LONG, 0))
                : OptionalLong.empty();
    }

    static Optional<Boolean> flag(NativeFunction function, MemorySegment device) {
        OptionalInt number = number(function, device);
        return number.isPresent() ? Optional.of(number.getAsInt() != 0) : Optional.empty();
    }

    static Optional<String> text(NativeFunction function, MemorySegment device, int size) {
        MemorySegment out = Scratch.ofThread().text(size);
        return has(function, function.call(device, out, size)) ? Optional.of(Scratch.decode(out)) : Optional.empty();
    }
}
