package dev.basalt.wire;

import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.proto.types.v1.GangPhase;

/** How gangs stand. */
public final class StatusWire {
    private StatusWire() {}

    public static GangPhase message(Phase phase) {
        return switch (phase) {
            case PENDING -> GangPhase.GANG_PHASE_PENDING;
            case STARTING -> GangPhase.GANG_PHASE_STARTING;
            case RUNNING -> GangPhase.GANG_PHASE_RUNNING;
            case DEGRADED -> GangPhase.GANG_PHASE_DEGRADED;
            case COMPLETED -> GangPhase.GANG_PHASE_COMPLETED;
            case FAILED -> GangPhase.GANG_PHASE_FAILED;
        };
    }

    /**
     * The phase that the message stands for.
     *
     * @throws IllegalArgumentException when the core has no such phase
     */
    public static Phase value(GangPhase message) {
        return switch (message) {
            case GANG_PHASE_INCOMPLETE, GANG_PHASE_PENDING -> Phase.PENDING;
            case GANG_PHASE_STARTING -> Phase.STARTING;
            case GANG_PHASE_RUNNING -> Phase.RUNNING;
            case GANG_PHASE_DEGRADED -> Phase.DEGRADED;
            case GANG_PHASE_COMPLETED -> Phase.COMPLETED;
            case GANG_PHASE_FAILED -> Phase.FAILED;
            case GANG_PHASE_UNSPECIFIED,
                    GANG_PHASE_STOPPING,
                    GANG_PHASE_REJECTED,
                    GANG_PHASE_QUARANTINED,
                    UNRECOGNIZED -> throw new IllegalArgumentException("gang phase " + message + " is not the core's");
        };
    }
}
