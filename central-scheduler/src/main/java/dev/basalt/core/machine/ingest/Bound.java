package dev.basalt.core.machine.ingest;

import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Asks.Ask;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.model.ResourceVector;

/** The one way in which a pod becomes bound, whoever says so first: the binder, the API server or an executor. */
final class Bound {
    private Bound() {}

    static void note(ClusterState state, Placement placement) {
        state.room().endDoubts(placement.podUid(), state.nowMillis());
        placement.missingSince(Long.MAX_VALUE);
        placement.asks().settled(Ask.BIND);
        if (placement.before(Stage.BOUND)) {
            state.decisions().pod(Kind.BOUND, placement.record(), ResourceVector.ZERO, "");
            state.room().advance(placement, placement.record().in(Stage.BOUND), state.nowMillis());
        }
    }
}
