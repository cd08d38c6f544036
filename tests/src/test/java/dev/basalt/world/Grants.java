package dev.basalt.world;

import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.GrantsReported;
import java.util.Optional;

/** Grants as the core says them and as agents say them. */
final class Grants {
    private Grants() {}

    static LimitGrant wanted(Grant grant, Phase phase, long deadlineMillis) {
        boolean committed = grant.state().compareTo(Grant.State.COMMITTED) >= 0;
        return new LimitGrant(
                key(grant.key()),
                grant.memoryMib(),
                grant.corePermille(),
                grant.exclusive(),
                phase,
                new Revision(grant.epoch(), grant.generation()),
                committed ? 0 : deadlineMillis,
                committed,
                Optional.empty(),
                LimitGrant.Owner.UNKNOWN);
    }

    static Grant held(String nodeName, HeldGrant held) {
        LimitGrant grant = held.grant();
        return new Grant(
                key(grant.key()),
                nodeName,
                grant.memoryMib(),
                grant.corePermille(),
                grant.exclusive(),
                grant.revision().epoch(),
                grant.revision().generation(),
                state(held.stage()));
    }

    static GrantsReported.GrantReport report(GrantReport report) {
        return switch (report) {
            case GrantReport.Held held -> said(held.held());
            case GrantReport.Ended ended ->
                said(ended.ended().key(), ended.ended().revision(), Grant.State.RELEASED, "");
            case GrantReport.Refused refused ->
                said(
                        refused.key(),
                        refused.revision(),
                        Grant.State.SENT,
                        refused.reason().toString());
            case GrantReport.Gone gone -> said(gone.key(), Revision.NONE, Grant.State.RELEASED, "");
        };
    }

    static GrantKey key(Grant.Key key) {
        return new GrantKey(key.podUid(), key.container(), key.deviceUuid());
    }

    static Grant.Key key(GrantKey key) {
        return new Grant.Key(key.podUid(), key.container(), key.deviceUuid());
    }

    private static GrantsReported.GrantReport said(HeldGrant held) {
        return said(held.grant().key(), held.grant().revision(), state(held.stage()), "");
    }

    private static GrantsReported.GrantReport said(GrantKey key, Revision revision, Grant.State state, String refusal) {
        return new GrantsReported.GrantReport(key(key), revision.generation(), state, refusal);
    }

    private static Grant.State state(HeldGrant.Stage stage) {
        return switch (stage) {
            case ACCEPTED -> Grant.State.ACCEPTED;
            case COMMITTED -> Grant.State.COMMITTED;
            case IN_FORCE -> Grant.State.IN_FORCE;
        };
    }
}
