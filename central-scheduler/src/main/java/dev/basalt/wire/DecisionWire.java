package dev.basalt.wire;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.proto.types.v1.Decision;
import dev.basalt.proto.types.v1.DecisionKind;

/** Decisions, as history keeps them and people see them. */
public final class DecisionWire {
    private DecisionWire() {}

    public static Decision message(Effect.Decision decision) {
        var built = Decision.newBuilder()
                .setId(decision.id())
                .setDecidedUnixMillis(decision.wallMillis())
                .setKind(message(decision.kind()))
                .setGangUid(decision.gangUid())
                .setPodUid(decision.podUid())
                .addAllDeviceUuids(decision.deviceUuids())
                .setUse(ResourceWire.message(decision.use()))
                .setDetail(decision.detail());
        if (!decision.nodeName().isEmpty()) {
            built.addNodes(decision.nodeName());
        }
        return built.build();
    }

    private static DecisionKind message(Kind kind) {
        return switch (kind) {
            case ADMITTED -> DecisionKind.DECISION_KIND_ADMITTED;
            case PLACED -> DecisionKind.DECISION_KIND_PLACED;
            case BOUND -> DecisionKind.DECISION_KIND_BOUND;
            case WITHDRAWN -> DecisionKind.DECISION_KIND_WITHDRAWN;
            case EVICTED -> DecisionKind.DECISION_KIND_EVICTED;
            case ENDED -> DecisionKind.DECISION_KIND_ENDED;
            case REFUSED -> DecisionKind.DECISION_KIND_REFUSED;
            case QUARANTINED -> DecisionKind.DECISION_KIND_QUARANTINED;
        };
    }
}
