package dev.basalt.loop;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs work in order within a lane and in parallel between lanes, on virtual threads. A lane without work costs no
 * thread.
 */
final class Lanes {
    private final ConcurrentHashMap<String, Lane> lanes = new ConcurrentHashMap<>();
    private final Semaphore room;
    private final int mostInFlight;

    Lanes(int mostInFlight) {
        if (mostInFlight < 1) {
            throw new IllegalArgumentException("most effects in flight " + mostInFlight + " is below 1");
        }
        this.mostInFlight = mostInFlight;
        this.room = new Semaphore(mostInFlight);
    }

    /** Runs {@code work} after all earlier work of its lane; waits while too much is on its way. */
    void run(String name, Runnable work) throws InterruptedException {
        room.acquire();
        Lane lane = lanes.computeIfAbsent(name, absent -> new Lane(new ConcurrentLinkedQueue<>(), new AtomicInteger()));
        lane.work().add(work);
        if (lane.waiting().getAndIncrement() == 0) {
            Thread.ofVirtual().name("effects-" + name).start(() -> drainLane(lane));
        }
    }

    int inFlight() {
        return mostInFlight - room.availablePermits();
    }

    boolean drain(long timeoutMillis) throws InterruptedException {
        if (!room.tryAcquire(mostInFlight, timeoutMillis, TimeUnit.MILLISECONDS)) {
            return false;
        }
        room.release(mostInFlight);
        return true;
    }

    private void drainLane(Lane lane) {
        do {
            Runnable next = lane.work().poll();
            try {
                if (next != null) {
                    next.run();
                }
            } finally {
                room.release();
            }
        } while (lane.waiting().decrementAndGet() > 0);
    }

    private record Lane(Queue<Runnable> work, AtomicInteger waiting) {}
}
