package dev.basalt.core.machine.ingest;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.Decision.Kind;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.machine.Event.Session;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.NodeEntry;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What agents say of single grants and tasks. */
final class ReportIngest {
    private final ClusterState state;

    ReportIngest(ClusterState state) {
        this.state = state;
    }

    void grants(Event.GrantsReported event) {
        if (isStale(event.nodeName(), event.session())) {
            return;
        }
        for (GrantReport report : event.reports()) {
            grant(event.nodeName(), report);
        }
    }

    private void grant(String nodeName, GrantReport report) {
        boolean gaveBack = state.room().givenBack(nodeName, report);
        Placement placement = placement(report.key().podUid(), nodeName);
        if (placement == null || gaveBack) {
            return;
        }
        List<Grant> grants = new ArrayList<>(placement.record().grants());
        for (int at = 0; at < grants.size(); at++) {
            Grant grant = grants.get(at);
            if (!grant.key().equals(report.key()) || grant.generation() != report.generation()) {
                continue;
            }
            if (!report.refusal().isEmpty()) {
                refuse(placement, report.refusal());
            } else if (grant.state().compareTo(report.state()) < 0) {
                grants.set(at, grant.in(report.state()));
                advance(placement, placement.record().withGrants(grants), report.state());
            }
        }
    }

    /** Before a pod is bound, a grant that its agent let go is a refusal: its deadline passed. */
    private void advance(Placement placement, PlacementRecord next, Grant.State reported) {
        if (reported == Grant.State.RELEASED && placement.before(Stage.BOUND)) {
            refuse(placement, "its agent let the grant go before the pod was bound");
        }
        state.room().advance(placement, next, state.nowMillis());
    }

    private void refuse(Placement placement, String why) {
        placement.refused(why);
        state.gangs().touch(placement.record().task().gangUid());
    }

    void task(Event.TaskReported event) {
        if (isStale(event.nodeName(), event.session())) {
            return;
        }
        Placement placement = placement(event.podUid(), event.nodeName());
        if (placement == null || placement.stage() == Stage.DECIDED || !placement.before(Stage.EXITED)) {
            return;
        }
        placement.missingSince(Long.MAX_VALUE);
        switch (event.state()) {
            case STARTED -> started(placement);
            case EXITED -> {
                boolean lost = placement.stage() == Stage.TERMINATING;
                end(placement, event, !lost && event.exitCode() == 0, lost);
            }
            case LOST -> end(placement, event, false, true);
            case REFUSED -> {
                if (placement.before(Stage.RUNNING)) {
                    refuse(placement, event.detail());
                }
            }
        }
    }

    private void started(Placement placement) {
        Bound.note(state, placement);
        if (placement.stage() == Stage.BOUND) {
            state.room().advance(placement, placement.record().in(Stage.RUNNING), state.nowMillis());
        }
    }

    private void end(Placement placement, Event.TaskReported event, boolean well, boolean lost) {
        if (lost) {
            state.pods().remove(placement.podUid());
        }
        String detail = "exit=" + event.exitCode() + " lost=" + lost;
        state.decisions().pod(Kind.ENDED, placement.record(), ResourceVector.ZERO, detail);
        state.room().advance(placement, placement.record().exited(event.exitCode(), well, lost), state.nowMillis());
    }

    private boolean isStale(String nodeName, Session session) {
        NodeEntry node = state.nodes().open(nodeName);
        if (node.isStale(session)) {
            state.ignored();
            return true;
        }
        state.spoke(node);
        return false;
    }

    private @Nullable Placement placement(String podUid, String nodeName) {
        Placement placement = state.room().placements().of(podUid);
        return placement != null && placement.record().nodeName().equals(nodeName) ? placement : null;
    }
}
