package dev.basalt.loop;

import dev.basalt.core.machine.PublishedView;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Where the loop shows the state after each step, once it is stored, and others read it. */
public final class ViewBoard {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Shown shown;

    /** @param first what is shown before the first step */
    public ViewBoard(PublishedView first) {
        this.shown = new Shown(0, first);
    }

    /**
     * A view and its place among all that were shown.
     *
     * @param number rises with each view that differs from the one before
     */
    public record Shown(long number, PublishedView view) {}

    public PublishedView view() {
        return shown.view();
    }

    public Shown shown() {
        return shown;
    }

    /** Shows a view; one that is the same object as the last is nothing new. */
    @SuppressWarnings("ReferenceEquality") // Comparing a cluster field by field costs more than showing it again.
    public void show(PublishedView view) {
        if (view == shown.view()) {
            return;
        }
        lock.lock();
        try {
            shown = new Shown(shown.number() + 1, view);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The first view after {@code number}, or the last one when none came within the timeout. */
    public Shown awaitAfter(long number, Duration timeout) throws InterruptedException {
        long leftNanos = TimeUnit.NANOSECONDS.convert(timeout);
        lock.lockInterruptibly();
        try {
            while (shown.number() <= number && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            return shown;
        } finally {
            lock.unlock();
        }
    }
}
