package dev.basalt.kubernetes.lease;

import java.util.function.LongSupplier;

/**
 * Whether this process may act, and for how long. Every writer asks it right before a write leaves, with the epoch that
 * decided the write. It goes by the monotonic clock alone: a process that was stopped and goes on finds it shut, before
 * anybody has told it that its lease is over.
 */
public final class Fence {
    private final LongSupplier monotonicMillis;
    private volatile Term term = new Term(0, Long.MIN_VALUE, Long.MIN_VALUE);

    /** @param monotonicMillis a clock that goes on while the process is stopped */
    public Fence(LongSupplier monotonicMillis) {
        this.monotonicMillis = monotonicMillis;
    }

    /** Until when an epoch may be acted under, and when its lease ends. */
    private record Term(long epoch, long actUntilMillis, long endMillis) {}

    /**
     * How long a write may take that was decided under that epoch, in milliseconds: until the lease ends.
     *
     * @return 0 when it must not leave
     */
    public long leftMillis(long epoch) {
        Term now = term;
        long millis = monotonicMillis.getAsLong();
        return now.epoch() == epoch && millis < now.actUntilMillis() ? now.endMillis() - millis : 0;
    }

    /** Whether anything may be done under that epoch now. */
    public boolean allows(long epoch) {
        return leftMillis(epoch) > 0;
    }

    /** The epoch that may be acted under now; 0 when none. */
    public long epoch() {
        long epoch = term.epoch();
        return allows(epoch) ? epoch : 0;
    }

    /** When acting must end, by its clock; in the past when it is shut. */
    long actUntilMillis() {
        return term.actUntilMillis();
    }

    /**
     * Lets this process act.
     *
     * @param epoch epoch of the lease
     * @param actUntilMillis when it stops unless it has renewed, before {@code endMillis}
     * @param endMillis when others may take the lease
     */
    void open(long epoch, long actUntilMillis, long endMillis) {
        if (epoch < 1 || actUntilMillis >= endMillis) {
            throw new IllegalArgumentException("epoch " + epoch + " must be at least 1, and acting until "
                    + actUntilMillis + " must end before the lease, at " + endMillis);
        }
        term = new Term(epoch, actUntilMillis, endMillis);
    }

    /** Lets this process do nothing more. */
    void shut() {
        term = new Term(0, Long.MIN_VALUE, Long.MIN_VALUE);
    }
}
