package dev.basalt.core.machine.life;

import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.Deadlines;

/** Looks at gangs that something happened to, and does what the rules say. */
public final class GangLife {
    private final ClusterState state;
    private final Actions actions;

    public GangLife(ClusterState state) {
        this.state = state;
        actions = new Actions(state);
    }

    /** Looks at one gang. A bug in a rule quarantines the gang and leaves no other trace. */
    public void look(GangState gang) {
        Look look = new Look(state, gang);
        try {
            SlotRules.look(look);
            WaveRules.look(look);
            BoundRules.look(look);
            WholenessRules.look(look);
            lookAtEnd(look);
        } catch (RuntimeException bug) {
            Quarantine.set(state, gang, bug);
            return;
        }
        look.moves().forEach(move -> actions.apply(gang, move));
        again(look);
    }

    private void again(Look look) {
        long avoidMillis = look.gang().avoided(state.nowMillis()).values().stream()
                .min(Long::compare)
                .orElse(Long.MAX_VALUE);
        long againMillis = Math.min(look.againMillis(), avoidMillis);
        if (againMillis != Long.MAX_VALUE && state.gangs().of(look.gang().uid()) != null) {
            state.deadlines().arm(Deadlines.Kind.GANG, look.gang().uid(), againMillis);
        }
    }

    /** A deleted gang is forgotten when nothing of it is left. */
    private static void lookAtEnd(Look look) {
        GangState gang = look.gang();
        if (!gang.isDeleting()) {
            return;
        }
        for (Placement placement : look.placements()) {
            if (placement.stage() != Stage.ENDED) {
                return;
            }
        }
        look.add(new Move.Forget());
    }
}
