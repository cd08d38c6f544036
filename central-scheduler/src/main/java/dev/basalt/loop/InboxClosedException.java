package dev.basalt.loop;

/** The scheduler goes down and takes no more events. */
public final class InboxClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InboxClosedException() {
        super("the scheduler is going down and takes nothing new. Maybe try again once it is back.");
    }
}
