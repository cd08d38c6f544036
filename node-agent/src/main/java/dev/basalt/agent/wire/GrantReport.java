package dev.basalt.agent.wire;

import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.LimitRefusal;
import dev.basalt.agent.limit.Revision;

/** What the agent says about one grant. */
public sealed interface GrantReport {
    /**
     * It is held, and so far it has come.
     *
     * @param violationCount how often its user was seen to go over its memory
     */
    record Held(HeldGrant held, long violationCount) implements GrantReport {}

    /** It ended. */
    record Ended(EndedGrant ended) implements GrantReport {}

    /** It is not accepted. */
    record Refused(GrantKey key, Revision revision, LimitRefusal reason) implements GrantReport {}

    /** Nothing is known of it: it ended long ago, or never was here. */
    record Gone(GrantKey key) implements GrantReport {}
}
