package dev.basalt.admin;

import dev.basalt.admin.query.AdminErrors;
import dev.basalt.core.machine.Event;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.InboxClosedException;
import dev.basalt.loop.Versions;
import io.grpc.Context;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** The way of all changes that people ask for: one after the other, each answered when it is decided on and stored. */
public final class AdminWrites {
    /** Who says it, for the core. */
    public static final String SOURCE = "admin";

    private final EventInbox inbox;
    private final Versions versions;
    private final Semaphore turn = new Semaphore(1, true);

    public AdminWrites(EventInbox inbox, Versions versions) {
        this.inbox = inbox;
        this.versions = versions;
    }

    /** Version of the next change. */
    long nextVersion() {
        return versions.next();
    }

    /** Does one write while no other is being done, so that what it looked up still holds when it is told. */
    <T> T alone(Supplier<T> write) {
        try {
            turn.acquire();
        } catch (InterruptedException stopped) {
            throw goingDown();
        }
        try {
            return write.get();
        } finally {
            turn.release();
        }
    }

    /**
     * Tells the core and waits until it has stored what it decided. A caller who has hung up while it waited for its
     * turn changes nothing and gets no answer that could be taken for one to a repeat.
     */
    void tell(List<? extends Event> events) {
        if (Context.current().isCancelled()) {
            throw Status.CANCELLED
                    .withDescription("the caller hung up before its turn; nothing was changed")
                    .asRuntimeException();
        }
        if (events.isEmpty()) {
            return;
        }
        try {
            Future<Void> stored = inbox.submit(events);
            stored.get();
        } catch (InterruptedException | InboxClosedException stopped) {
            throw goingDown();
        } catch (ExecutionException failed) {
            throw AdminErrors.unavailable(
                    "NOT_STORED",
                    "the scheduler could not store it and stops. Maybe look into its log, then try again.");
        }
    }

    private static RuntimeException goingDown() {
        return AdminErrors.unavailable("GOING_DOWN", "the scheduler is going down. Maybe try again once it is back.");
    }
}
