package dev.basalt.agent.limit;

/**
 * A grant that this node no longer holds, remembered until the scheduler has heard of it.
 *
 * @param key what it was about
 * @param revision when it was decided
 * @param why it ended
 */
public record EndedGrant(GrantKey key, Revision revision, Why why) {
    /** Why a grant ended. */
    public enum Why {
        /** The scheduler took it back and nothing uses it any more. */
        WITHDRAWN,
        /** It was not committed within its deadline. */
        EXPIRED
    }
}
