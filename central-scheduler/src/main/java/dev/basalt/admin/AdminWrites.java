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
    private final Gate gate;
    private final Semaphore turn = new Semaphore(1, true);

    /** Whether this scheduler takes changes that people ask for. */
    @FunctionalInterface
    public interface Gate {
        Verdict now();

        /** Whether it takes them now. */
        sealed interface Verdict {
            record Open() implements Verdict {}

            /** Another leads; {@code leaderAddress} is {@code host:port}, empty when it is not known. */
            record NotLeader(String leaderAddress) implements Verdict {}

            /** Objects are kept by somebody else; {@code advice} says who takes changes. */
            record Elsewhere(String advice) implements Verdict {}
        }

        /** Takes all. */
        static Gate open() {
            return Verdict.Open::new;
        }
    }

    /** @param gate whether changes are taken here */
    public AdminWrites(EventInbox inbox, Versions versions, Gate gate) {
        this.inbox = inbox;
        this.versions = versions;
        this.gate = gate;
    }

    /** Version of the next change. */
    long nextVersion() {
        return versions.next();
    }

    /** Does one write while no other is being done, so that what it looked up still holds when it is told. */
    <T> T alone(Supplier<T> write) {
        switch (gate.now()) {
            case Gate.Verdict.Open open -> {}
            case Gate.Verdict.NotLeader other -> throw AdminErrors.notLeader(other.leaderAddress());
            case Gate.Verdict.Elsewhere where ->
                throw AdminErrors.forbiddenNow("WRITTEN_ELSEWHERE", "", where.advice());
        }
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
