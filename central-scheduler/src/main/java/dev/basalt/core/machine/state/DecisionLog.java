package dev.basalt.core.machine.state;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.Decision;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Limits;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Decisions of this step, and the latest of earlier ones. Ids go on after a restart. */
public final class DecisionLog {
    private final ArrayDeque<Decision> recent = new ArrayDeque<>();
    private final List<Decision> fresh = new ArrayList<>();
    private long lastId;
    private Tick now = new Tick(0, 0);

    void at(Tick tick) {
        now = tick;
    }

    /** A decision on a whole gang. */
    public void gang(Kind kind, String gangUid, String detail) {
        add(new Decision(lastId + 1, now.wallMillis(), kind, gangUid, "", "", List.of(), ResourceVector.ZERO, detail));
    }

    /** A decision on a placed pod that charges its queue that much. */
    public void pod(Kind kind, PlacementRecord placement, ResourceVector use, String detail) {
        List<String> devices = new ArrayList<>();
        for (Grant grant : placement.grants()) {
            if (!devices.contains(grant.key().deviceUuid())) {
                devices.add(grant.key().deviceUuid());
            }
        }
        add(new Decision(
                lastId + 1,
                now.wallMillis(),
                kind,
                placement.task().gangUid(),
                placement.podUid(),
                placement.nodeName(),
                devices,
                use,
                detail));
    }

    private void add(Decision decision) {
        lastId = decision.id();
        fresh.add(decision);
        recent.add(decision);
        if (recent.size() > Limits.RECENT_DECISIONS) {
            recent.remove();
        }
    }

    /** Takes out the decisions of this step. */
    public List<Decision> takeFresh() {
        List<Decision> taken = List.copyOf(fresh);
        fresh.clear();
        return taken;
    }

    /** Latest decisions, oldest first. */
    public List<Decision> recent() {
        return List.copyOf(recent);
    }

    public long lastId() {
        return lastId;
    }

    void continueFrom(long id) {
        lastId = Math.max(lastId, id);
    }
}
