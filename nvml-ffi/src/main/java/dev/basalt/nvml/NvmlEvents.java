package dev.basalt.nvml;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A stream of GPU events. One thread waits on it; it sees what happens while it exists, not what came before. */
public interface NvmlEvents extends AutoCloseable {
    /** What kind of event NVML announced (nvml.h, nvmlEventType*). */
    enum Kind {
        SINGLE_BIT_ECC(0x1),
        DOUBLE_BIT_ECC(0x2),
        PERFORMANCE_STATE(0x4),
        XID(0x8),
        CLOCK(0x10),
        POWER_SOURCE(0x80),
        MIG_CONFIGURATION(0x100),
        SINGLE_BIT_ECC_STORM(0x200),
        DRAM_RETIREMENT(0x400),
        DRAM_RETIREMENT_FAILURE(0x800),
        NON_FATAL_POISON(0x1000),
        FATAL_POISON(0x2000),
        GPU_UNAVAILABLE(0x4000),
        GPU_RECOVERY_ACTION(0x8000),
        OTHER(0);

        private final long bit;

        Kind(long bit) {
            this.bit = bit;
        }

        /** The bit of nvml.h; 0 for {@link #OTHER}. */
        public long bit() {
            return bit;
        }

        /** The kind of a type NVML sent; {@link #OTHER} for a bit that this version does not know. */
        public static Kind of(long type) {
            for (Kind kind : values()) {
                if (kind.bit != 0 && kind.bit == type) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    /**
     * One event.
     *
     * @param deviceUuid the GPU it came from; empty when the GPU was already gone
     * @param kind what happened
     * @param data the Xid number for {@link Kind#XID}; else the driver's own value
     * @param gpuInstance MIG GPU instance, when the event belongs to one
     * @param computeInstance MIG compute instance, when the event belongs to one
     */
    record NvmlEvent(
            Optional<String> deviceUuid, Kind kind, long data, OptionalInt gpuInstance, OptionalInt computeInstance) {}

    /** UUIDs of the devices that it listens to; the others do not send events. */
    List<String> watchedUuids();

    /**
     * Waits for the next event; empty when none came in time.
     *
     * @param timeout at most this long, in whole milliseconds
     * @throws NvmlException when a GPU was lost while waiting (status GPU_IS_LOST) or the library failed
     */
    Optional<NvmlEvent> await(Duration timeout);

    @Override
    void close();
}
