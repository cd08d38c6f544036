package dev.basalt.kubernetes.lease;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the lease, renews it, and gives up acting in good time when it cannot. Each time it is taken its epoch counts
 * up, so that what an earlier leader decided can be told from what this one does.
 *
 * <p>Time is this machine's monotonic clock only. A leader counts its lease from before it asked for a renewal; the
 * others count from when they saw it change, and wait the whole lease. So a leader that gets no answer stops before
 * anybody else begins.
 */
public final class LeaderLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderLease.class);
    /** A call for the lease that takes longer is given up, so that there is time for another. */
    private static final long CALL_MILLIS = 3_000;

    private final LeasePort port;
    private final Terms terms;
    private final Fence fence;
    private final LongSupplier monotonicMillis;
    private final Listener listener;
    private final AtomicLong raiseTo = new AtomicLong();
    private final Thread thread;
    private volatile boolean stopping;
    private volatile String leaderAddress = "";
    private @Nullable LeaseRecord held;
    private @Nullable LeaseRecord seen;
    private long seenSinceMillis;
    private long highestSeen;
    private String problem = "";

    /**
     * What this scheduler is, and how long leases are.
     *
     * @param identity unique to this process
     * @param address where it is reached, {@code host:port}
     * @param leaseMillis how long a lease lasts, in whole seconds
     * @param renewMillis how long after its last renewal a leader acts, shorter than the lease
     * @param retryMillis time between two tries
     */
    public record Terms(String identity, String address, long leaseMillis, long renewMillis, long retryMillis) {
        public Terms {
            if (retryMillis < 1 || renewMillis <= retryMillis || leaseMillis <= renewMillis) {
                throw new IllegalArgumentException("a lease of " + leaseMillis + " ms must be longer than its renewal, "
                        + renewMillis + " ms, and that longer than the time between tries, " + retryMillis + " ms");
            }
        }
    }

    /** Told of changes, on the lease's own thread; must not wait. */
    public interface Listener {
        /** This process leads. */
        void gained(long epoch);

        /** This process leads no more; the fence is shut already. */
        void lost(long epoch);
    }

    LeaderLease(LeasePort port, Terms terms, Fence fence, LongSupplier monotonicMillis, Listener listener) {
        this.port = port;
        this.terms = terms;
        this.fence = fence;
        this.monotonicMillis = monotonicMillis;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("leader-lease").unstarted(this::run);
    }

    /** A lease that is kept by an API server; {@code monotonicMillis} must be the fence's clock. */
    public static LeaderLease on(
            ApiLease port, Terms terms, Fence fence, LongSupplier monotonicMillis, Listener listener) {
        return new LeaderLease(port, terms, fence, monotonicMillis, listener);
    }

    public void start() {
        thread.start();
    }

    /** Where the leader is when it is another; empty when this one leads or nobody is known to. */
    public Optional<String> leaderElsewhere() {
        String address = leaderAddress;
        return fence.epoch() > 0 || address.isEmpty() ? Optional.empty() : Optional.of(address);
    }

    /** Leads under a higher epoch as soon as it is written; {@link Listener#gained} tells when. */
    public void raise(long epoch) {
        raiseTo.accumulateAndGet(epoch, Math::max);
        LockSupport.unpark(thread);
    }

    /** Stops acting, and gives the lease back so that another can take it at once. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!stopping) {
                long waitMillis = round();
                if (!stopping) {
                    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(waitMillis));
                }
            }
            release();
        } catch (InterruptedException hurried) {
            stepDown("the scheduler is stopping");
        }
    }

    /** Does what is due; answers after how many milliseconds it wants to be called again. */
    long round() throws InterruptedException {
        LeaseRecord mine = held;
        return mine == null ? runFor() : renew(mine);
    }

    private long renew(LeaseRecord mine) throws InterruptedException {
        long began = monotonicMillis.getAsLong();
        long left = fence.actUntilMillis() - began;
        if (left <= 0) {
            stepDown("its renewal is overdue");
            return 0;
        }
        long raised = Math.max(raiseTo.getAndSet(0), mine.transitions());
        try {
            LeaseRecord stored = port.write(record(mine.version(), raised, mine), Math.min(left, CALL_MILLIS));
            lead(stored, began);
            if (raised > mine.transitions()) {
                LOG.info("raised the epoch epoch={}", raised);
                listener.gained(raised);
            }
            return terms.retryMillis();
        } catch (LeaseException failed) {
            raiseTo.accumulateAndGet(raised > mine.transitions() ? raised : 0, Math::max);
            return switch (failed.code()) {
                case CONFLICT -> contested(mine);
                case GONE -> {
                    stepDown("the lease was deleted");
                    yield terms.retryMillis();
                }
                case UNAVAILABLE, FORBIDDEN -> {
                    told(failed);
                    yield Math.max(1, Math.min(terms.retryMillis(), fence.actUntilMillis() - now()));
                }
            };
        }
    }

    /** Somebody else wrote the lease, or we did and never heard. */
    private long contested(LeaseRecord mine) throws InterruptedException {
        try {
            Optional<LeaseRecord> now = port.read(CALL_MILLIS);
            if (now.isPresent() && now.get().holder().equals(terms.identity())) {
                highestSeen = Math.max(highestSeen, now.get().transitions());
                if (now.get().transitions() > mine.transitions()) {
                    // A raise was stored though its answer was lost: it is asked for again, and told then.
                    raiseTo.accumulateAndGet(now.get().transitions() + 1, Math::max);
                }
                held = withVersion(mine, now.get().version());
                return 0;
            }
            stepDown("somebody else has the lease");
            now.ifPresent(this::observe);
        } catch (LeaseException unread) {
            told(unread);
        }
        return Math.min(terms.retryMillis(), 100);
    }

    private long runFor() throws InterruptedException {
        Optional<LeaseRecord> stored;
        try {
            stored = port.read(CALL_MILLIS);
        } catch (LeaseException unread) {
            told(unread);
            return terms.retryMillis();
        }
        stored.ifPresent(this::observe);
        long heldForMillis = stored.map(this::leftToItsHolder).orElse(0L);
        if (heldForMillis > 0) {
            return Math.min(terms.retryMillis(), heldForMillis);
        }
        long began = now();
        long epoch = Math.max(highestSeen, raiseTo.getAndSet(0)) + 1;
        String version = stored.map(LeaseRecord::version).orElse("");
        try {
            lead(port.write(record(version, epoch, null), CALL_MILLIS), began);
        } catch (LeaseException failed) {
            if (failed.code() != LeaseException.Code.CONFLICT) {
                told(failed);
            }
            return terms.retryMillis();
        }
        LOG.info("gained the lease epoch={} identity={}", epoch, terms.identity());
        listener.gained(epoch);
        return terms.retryMillis();
    }

    private void lead(LeaseRecord stored, long sinceMillis) {
        held = stored;
        highestSeen = Math.max(highestSeen, stored.transitions());
        problem = "";
        leaderAddress = "";
        fence.open(stored.transitions(), sinceMillis + terms.renewMillis(), sinceMillis + terms.leaseMillis());
    }

    /** How long nobody else may take it, by when it was last seen to change; 0 when it is free or ours. */
    private long leftToItsHolder(LeaseRecord record) {
        if (record.holder().isEmpty() || record.holder().equals(terms.identity())) {
            return 0;
        }
        long leaseMillis = Math.max(record.leaseMillis(), terms.leaseMillis());
        return Math.max(0, seenSinceMillis + leaseMillis - now());
    }

    private void observe(LeaseRecord record) {
        highestSeen = Math.max(highestSeen, record.transitions());
        leaderAddress = record.holder().equals(terms.identity()) ? "" : record.address();
        if (seen == null || !seen.version().equals(record.version())) {
            seen = record;
            seenSinceMillis = now();
        }
    }

    private void stepDown(String why) {
        long epoch = held == null ? 0 : held.transitions();
        fence.shut();
        held = null;
        seen = null;
        if (epoch > 0) {
            LOG.warn("lost the lease epoch={} identity={}: {}", epoch, terms.identity(), why);
            listener.lost(epoch);
        }
    }

    private void release() throws InterruptedException {
        LeaseRecord mine = held;
        stepDown("the scheduler is stopping");
        if (mine != null) {
            LeaseRecord free = new LeaseRecord(
                    "", "", 1_000, mine.transitions(), mine.acquiredUnixMillis(), unixMillis(), mine.version());
            try {
                port.write(free, CALL_MILLIS);
            } catch (LeaseException failed) {
                told(failed);
            }
        }
    }

    private LeaseRecord record(String version, long epoch, @Nullable LeaseRecord before) {
        long acquired = before == null ? unixMillis() : before.acquiredUnixMillis();
        return new LeaseRecord(
                terms.identity(), terms.address(), terms.leaseMillis(), epoch, acquired, unixMillis(), version);
    }

    private static LeaseRecord withVersion(LeaseRecord record, String version) {
        return new LeaseRecord(
                record.holder(),
                record.address(),
                record.leaseMillis(),
                record.transitions(),
                record.acquiredUnixMillis(),
                record.renewedUnixMillis(),
                version);
    }

    private void told(LeaseException failed) {
        String said = failed.code() + " " + failed.getMessage();
        if (!said.equals(problem)) {
            LOG.warn("cannot reach the lease: {}", said);
        }
        problem = said;
    }

    private long now() {
        return monotonicMillis.getAsLong();
    }

    private static long unixMillis() {
        return System.currentTimeMillis();
    }
}
