package dev.basalt.agent.limit;

/**
 * One thing to do. In the order given: all that changes the book is stored in one batch before anything is written, put
 * in force or reported.
 */
public sealed interface LimitAction {
    /** Remember that this revision was taken. Changes the book. */
    record Adopt(Revision revision) implements LimitAction {}

    /** Store a new or changed grant. Changes the book. */
    record Accept(HeldGrant held) implements LimitAction {}

    /** Say again that it is held. */
    record Confirm(GrantKey key) implements LimitAction {}

    /** The pod is bound: no deadline any more. Changes the book. */
    record Commit(GrantKey key) implements LimitAction {}

    /** Say no, to the grant of that revision. */
    record Refuse(GrantKey key, Revision revision, LimitRefusal reason) implements LimitAction {}

    /** Write the limits where the container's own user cannot change them. */
    record Write(ContainerKey container) implements LimitAction {}

    /** It is enforced from here on. Changes the book. */
    record PutInForce(GrantKey key) implements LimitAction {}

    /** Taken back while its container runs: that is asked to end. Changes the book. */
    record Drain(GrantKey key) implements LimitAction {}

    /** Nothing uses it any more. Changes the book. */
    record Release(GrantKey key, EndedGrant.Why why) implements LimitAction {}
}
