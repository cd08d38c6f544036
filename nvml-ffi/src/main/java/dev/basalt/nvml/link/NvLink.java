package dev.basalt.nvml.link;

import dev.basalt.nvml.reading.PciAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One NVLink of a GPU.
 *
 * @param link its number on this GPU, from 0
 * @param state whether it carries traffic
 * @param versionCode NVML's version enum (1 is NVLink 1.0, 2 is 2.0, 4 is 3.0, 6 is 4.0, 7 is 5.0)
 * @param remote what is at the other end
 * @param remotePci where the other end is; virtual machines hide it
 * @param speedMegabytePerSecond one direction
 * @param crcErrors flit CRC errors since the driver was loaded
 * @param replayErrors replays since the driver was loaded
 */
public record NvLink(
        int link,
        State state,
        OptionalInt versionCode,
        Remote remote,
        Optional<PciAddress> remotePci,
        OptionalInt speedMegabytePerSecond,
        OptionalLong crcErrors,
        OptionalLong replayErrors) {

    /** Whether a link carries traffic (nvml.h, nvmlEnableState_t and the link state field). */
    public enum State {
        INACTIVE,
        ACTIVE,
        SLEEP
    }

    /** What a link leads to (nvml.h, nvmlIntNvLinkDeviceType_t). */
    public enum Remote {
        GPU,
        IBM_NPU,
        SWITCH,
        UNKNOWN
    }

    /** True when it can carry traffic now: active, or asleep to save power. */
    public boolean usable() {
        return state != State.INACTIVE;
    }
}
