package dev.basalt.nvml.foreign;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * {@code nvmlDeviceGetFieldValues}: one call for several numbers. The call succeeds even when every field failed, so
 * each field has its own answer.
 */
final class Fields {
    static final int MEMORY_TEMPERATURE = 82;
    static final int NVLINK_COMMON_SPEED = 90;
    static final int NVLINK_COUNT = 91;
    static final int NVLINK_SPEED = 164;
    static final int PCIE_SENT_BYTES = 197;
    static final int PCIE_RECEIVED_BYTES = 198;
    static final int RECOVERY_ACTION = 230;

    private static final long SIZE = Layouts.FIELD_VALUE.byteSize();
    private static final long SCOPE = Layouts.offset(Layouts.FIELD_VALUE, "scopeId");
    private static final long TYPE = Layouts.offset(Layouts.FIELD_VALUE, "valueType");
    private static final long STATUS = Layouts.offset(Layouts.FIELD_VALUE, "nvmlReturn");
    private static final long VALUE = Layouts.offset(Layouts.FIELD_VALUE, "value");

    private final MemorySegment entries;

    private Fields(MemorySegment entries) {
        this.entries = entries;
    }

    /** Reads the fields in one call; the answer lies in the thread's scratch memory until its next call. */
    static Fields read(Functions functions, MemorySegment device, int scope, int... ids) {
        MemorySegment entries = Scratch.ofThread().struct(SIZE * ids.length);
        for (int i = 0; i < ids.length; i++) {
            entries.set(JAVA_INT, i * SIZE, ids[i]);
            entries.set(JAVA_INT, i * SIZE + SCOPE, scope);
            entries.set(JAVA_INT, i * SIZE + STATUS, 3);
        }
        NativeFunction function = functions.fieldValues;
        // A driver that knows none of the ids may refuse the whole call; the entries then still say "not supported".
        Answers.hasSelected(function, function.call(device, ids.length, entries));
        return new Fields(entries);
    }

    /** The number of the field at that place of the request; types are those of nvmlValueType_t. */
    OptionalLong wideNumber(int place) {
        if (entries.get(JAVA_INT, place * SIZE + STATUS) != 0) {
            return OptionalLong.empty();
        }
        return switch (entries.get(JAVA_INT, place * SIZE + TYPE)) {
            case 0 -> OptionalLong.of((long) Double.longBitsToDouble(entries.get(JAVA_LONG, place * SIZE + VALUE)));
            case 1 -> OptionalLong.of(Integer.toUnsignedLong(entries.get(JAVA_INT, place * SIZE + VALUE)));
            case 5 -> OptionalLong.of(entries.get(JAVA_INT, place * SIZE + VALUE));
            case 6 -> OptionalLong.of(entries.get(JAVA_INT, place * SIZE + VALUE) & 0xffff);
            default -> OptionalLong.of(entries.get(JAVA_LONG, place * SIZE + VALUE));
        };
    }

    OptionalInt number(int place) {
        OptionalLong wide = wideNumber(place);
        return wide.isPresent() ? OptionalInt.of((int) wide.getAsLong()) : OptionalInt.empty();
    }
}
