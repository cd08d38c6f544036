package dev.basalt.kubernetes.call;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Writes the newest value of each key, in the background: what was to be written before it and was not is forgotten. A
 * write that fails is tried again after a while that grows; a key has one write under way at most.
 *
 * @param <T> what is written
 */
public final class NewestWins<T> {
    private static final long FIRST_WAIT_MILLIS = 250;
    private static final long LAST_WAIT_MILLIS = 30_000;

    private final ConcurrentHashMap<String, Slot<T>> slots = new ConcurrentHashMap<>();
    /** Something more urgent goes first, but not for ever. */
    private static final long MOST_YIELDED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long YIELD_STEP_MILLIS = 20;

    private final Semaphore room;
    private final BooleanSupplier mustYield;
    private final Write<T> write;

    /**
     * @param mostInFlight writes of different keys that are under way at most
     * @param mustYield true while something more urgent waits for whoever is written to
     */
    public NewestWins(int mostInFlight, BooleanSupplier mustYield, Write<T> write) {
        this.room = new Semaphore(mostInFlight);
        this.mustYield = mustYield;
        this.write = write;
    }

    /** How one is written. */
    @FunctionalInterface
    public interface Write<T> {
        /** Writes it, or finds that it need not be; false asks for another try. */
        boolean write(String key, T newest) throws InterruptedException;
    }

    /** Compared by identity: equal values put twice are two. */
    private static final class Slot<T> {
        private final T value;

        Slot(T value) {
            this.value = value;
        }
    }

    /** This is what is to be written of that key now. */
    public void put(String key, T value) {
        if (slots.put(key, new Slot<>(value)) == null) {
            Thread.ofVirtual().name("write-" + key).start(() -> work(key));
        }
    }

    /** Keys with something to be written. */
    public int waiting() {
        return slots.size();
    }

    private void work(String key) {
        try {
            int failures = 0;
            Slot<T> slot = slots.get(key);
            while (slot != null) {
                boolean isWritten = attempt(key, slot);
                if (isWritten && slots.remove(key, slot)) {
                    return;
                }
                failures = isWritten ? 0 : failures + 1;
                if (failures > 0) {
                    TimeUnit.MILLISECONDS.sleep(waitMillis(failures));
                }
                slot = slots.get(key);
            }
        } catch (InterruptedException stopped) {
            slots.remove(key);
            Thread.currentThread().interrupt();
        }
    }

    private boolean attempt(String key, Slot<T> slot) throws InterruptedException {
        room.acquire();
        try {
            long began = System.nanoTime();
            while (mustYield.getAsBoolean() && System.nanoTime() - began < MOST_YIELDED_NANOS) {
                TimeUnit.MILLISECONDS.sleep(YIELD_STEP_MILLIS);
            }
            return write.write(key, slot.value);
        } finally {
            room.release();
        }
    }

    static long waitMillis(int failures) {
        return Math.min(LAST_WAIT_MILLIS, FIRST_WAIT_MILLIS << Math.min(failures - 1, 10));
    }
}
