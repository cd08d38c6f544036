package dev.basalt.kubernetes.call;

/** Counts what is written; called from many threads. */
public interface WriteMeter {
    /** A call ended; {@code nanos} is the time since its first try began. */
    void called(Kind kind, End end, long nanos);

    /** Something that users would have read was dropped, because too much waited. */
    void dropped(Kind kind);

    /** What is written. */
    enum Kind {
        BIND,
        EVICT,
        DELETE_POD,
        POD_GROUP,
        POD_GROUP_STATUS,
        QUEUE_STATUS,
        POD_CONDITION,
        EVENT
    }

    /** How a call ended. */
    enum End {
        DONE,
        /** Another version, another UID, or bound already. */
        CONFLICT,
        /** It is gone. */
        GONE,
        /** The server asks to wait. */
        THROTTLED,
        /** The server will not. */
        REFUSED,
        /** No answer came. */
        SILENCE,
        /** The fence was shut. */
        FENCED
    }
}
