package dev.basalt.agent.sample;

import dev.basalt.agent.sample.Health.Reason;
import dev.basalt.agent.sample.Health.State;
import dev.basalt.nvml.NvmlException;
import dev.basalt.nvml.reading.EccReading.RemappedRows;
import java.util.Optional;

/** From what was seen of a GPU to a verdict; the worst finding wins. Pure. */
final class HealthRules {
    private HealthRules() {}

    /**
     * What was seen of a GPU.
     *
     * @param hanging the call that has not come back in time
     * @param failure how the last reading failed
     * @param reading the last good reading
     * @param lastXid the last Xid; 0 is none
     */
    record Seen(
            Optional<Reason.DriverCallHangs> hanging,
            Optional<NvmlException> failure,
            Optional<GpuReading> reading,
            int lastXid) {}

    static Health judge(Seen seen) {
        if (seen.hanging().isPresent()) {
            return verdict(State.UNHEALTHY, seen.hanging().get(), seen);
        }
        if (seen.failure().isPresent()) {
            NvmlException failure = seen.failure().get();
            State state = failure.status().deviceGone() ? State.LOST : State.UNHEALTHY;
            return verdict(
                    state,
                    new Reason.NvmlCallFailed(failure.call(), failure.status().label()),
                    seen);
        }
        if (critical(seen.lastXid())) {
            return verdict(State.UNHEALTHY, new Reason.CriticalXid(seen.lastXid()), seen);
        }
        return seen.reading()
                .map(reading -> judge(reading.slow(), seen))
                .orElseGet(() -> new Health(State.HEALTHY, Optional.empty(), seen.lastXid()));
    }

    private static Health judge(GpuReading.Slow slow, Seen seen) {
        Optional<RemappedRows> rows = slow.ecc().remappedRows();
        if (rows.map(RemappedRows::failed).orElse(false)) {
            return verdict(State.UNHEALTHY, new Reason.RowRemapFailed(), seen);
        }
        if (rows.map(RemappedRows::pending).orElse(false)
                || slow.ecc().retirementPending().orElse(false)) {
            return verdict(State.DEGRADED, new Reason.MemoryRepairPending(), seen);
        }
        int down = slow.nvLinkCount() - slow.nvLinkUsableCount();
        if (down > 0 && slow.nvLinkUsableCount() > 0) {
            return verdict(State.DEGRADED, new Reason.NvLinksDown(down, slow.nvLinkCount()), seen);
        }
        return new Health(State.HEALTHY, Optional.empty(), seen.lastXid());
    }

    private static Health verdict(State state, Reason reason, Seen seen) {
        return new Health(state, Optional.of(reason), seen.lastXid());
    }

    /**
     * Xids that applications cause leave the GPU as good as before (NVIDIA's Xid catalogue; k8s-device-plugin skips the
     * same).
     */
    private static boolean critical(int xid) {
        return switch (xid) {
            case 0, 13, 31, 43, 45, 68, 109 -> false;
            default -> true;
        };
    }
}
