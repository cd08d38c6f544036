package dev.basalt.loop;

import dev.basalt.core.machine.Event;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where adapters put events and the loop takes them, in the order they came. Only the newest heartbeat of a node waits:
 * it replaces an older one and goes to the end. Full means that the putter waits, which slows down whoever it reads
 * from.
 */
public final class EventInbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition roomMade = lock.newCondition();
    private final LinkedHashMap<Place, Waiting> waiting = new LinkedHashMap<>();
    private final int capacity;
    private long nextTurn;
    private boolean closed;

    /** @param capacity events that wait before putters have to, at least 1 */
    public EventInbox(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("inbox capacity " + capacity + " is below 1");
        }
        this.capacity = capacity;
    }

    /** What one step takes: its events, and who wants to know that they were decided on and stored. */
    public record Batch(List<Event> events, List<CompletableFuture<Void>> receipts) {
        public Batch {
            events = List.copyOf(events);
            receipts = List.copyOf(receipts);
        }
    }

    /**
     * Puts one event, and waits while the inbox is full.
     *
     * @throws InboxClosedException when the scheduler goes down
     */
    public void put(Event event) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Place place = placeOf(event);
            if (place instanceof HeartbeatOf && waiting.remove(place) != null) {
                add(place, new Waiting(event, null));
                return;
            }
            awaitRoom();
            add(place, new Waiting(event, null));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts events one after the other, with none of anybody else between them.
     *
     * @return ends when the step that took the last of them has stored what it decided
     * @throws InboxClosedException when the scheduler goes down
     */
    public CompletableFuture<Void> submit(List<? extends Event> events) throws InterruptedException {
        if (events.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> receipt = new CompletableFuture<>();
        lock.lockInterruptibly();
        try {
            awaitRoom();
            for (Event event : events.subList(0, events.size() - 1)) {
                add(new Turn(nextTurn++), new Waiting(event, null));
            }
            add(new Turn(nextTurn++), new Waiting(events.getLast(), receipt));
            return receipt;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts events as {@link #submit(List)} does, and runs {@code whenStored} once they are; never when the step fails.
     *
     * @throws InboxClosedException when the scheduler goes down
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A step that failed ends the scheduler, and nobody waits for this.
    public void submit(List<? extends Event> events, Runnable whenStored) throws InterruptedException {
        submit(events).thenRun(whenStored);
    }

    /**
     * Puts what became of an effect. It never waits, so that the loop can always finish a step; there are no more of
     * them than effects on their way.
     */
    public void putResult(Event event) {
        lock.lock();
        try {
            if (!closed) {
                add(new Turn(nextTurn++), new Waiting(event, null));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes up to {@code most} events, in order; waits {@code timeoutMillis} for the first and may come back empty. */
    public Batch take(int most, long timeoutMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            while (waiting.isEmpty() && !closed && leftNanos > 0) {
                leftNanos = arrived.awaitNanos(leftNanos);
            }
            List<Event> events = new ArrayList<>();
            List<CompletableFuture<Void>> receipts = new ArrayList<>();
            Iterator<Waiting> each = waiting.values().iterator();
            while (each.hasNext() && events.size() < most) {
                Waiting next = each.next();
                events.add(next.event());
                if (next.receipt() != null) {
                    receipts.add(next.receipt());
                }
                each.remove();
            }
            roomMade.signalAll();
            return new Batch(events, receipts);
        } finally {
            lock.unlock();
        }
    }

    /** Events that wait. */
    public int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more; whoever waits for room or for a receipt is told. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Waiting left : waiting.values()) {
                if (left.receipt() != null) {
                    left.receipt().completeExceptionally(new InboxClosedException());
                }
            }
            waiting.clear();
            roomMade.signalAll();
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom() throws InterruptedException {
        while (!closed && waiting.size() >= capacity) {
            roomMade.await();
        }
        if (closed) {
            throw new InboxClosedException();
        }
    }

    private void add(Place place, Waiting item) {
        waiting.put(place, item);
        arrived.signal();
    }

    private Place placeOf(Event event) {
        return event instanceof Event.Heartbeat heartbeat
                ? new HeartbeatOf(heartbeat.nodeName())
                : new Turn(nextTurn++);
    }

    /** What tells one waiting event from another. */
    private sealed interface Place {}

    private record Turn(long number) implements Place {}

    private record HeartbeatOf(String nodeName) implements Place {}

    private record Waiting(Event event, @Nullable CompletableFuture<Void> receipt) {}
}
