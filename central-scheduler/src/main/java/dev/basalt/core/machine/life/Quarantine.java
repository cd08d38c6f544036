package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.reason.Refusal;
import java.util.List;

/** Sets a gang aside that the core cannot handle, until its specification changes. Others go on. */
final class Quarantine {
    private static final int FRAMES = 12;

    private Quarantine() {}

    static void set(ClusterState state, GangState gang, RuntimeException bug) {
        boolean isNews = gang.quarantine().isEmpty();
        String detail = describe(bug);
        gang.quarantined(detail);
        gang.refused(List.of(new Refusal.Quarantined(detail)));
        if (isNews) {
            state.decisions().gang(Kind.QUARANTINED, gang.uid(), "bug=" + bug);
        }
    }

    /** The bug with the top of its stack, one frame a line. */
    private static String describe(RuntimeException bug) {
        StringBuilder text = new StringBuilder(bug.toString());
        StackTraceElement[] stack = bug.getStackTrace();
        for (int frame = 0; frame < Math.min(FRAMES, stack.length); frame++) {
            text.append("\n  at ").append(stack[frame]);
        }
        return text.toString();
    }
}
