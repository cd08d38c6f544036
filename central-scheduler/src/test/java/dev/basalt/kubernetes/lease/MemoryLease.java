package dev.basalt.kubernetes.lease;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lease in memory with an API server's versions, whose answers can be lost. */
final class MemoryLease implements LeasePort {
    private @Nullable LeaseRecord stored;
    private long version;
    private boolean reachable = true;
    private boolean answers = true;
    private boolean deleted;

    /** Calls fail and do nothing. */
    void cutOff() {
        reachable = false;
    }

    /** Writes are done and their answers are lost. */
    void loseAnswers() {
        answers = false;
    }

    void heal() {
        reachable = true;
        answers = true;
    }

    void delete() {
        stored = null;
        deleted = true;
    }

    /** What is stored; fails when there is nothing. */
    LeaseRecord stored() {
        if (stored == null) {
            throw new IllegalStateException("no lease is stored, deleted=" + deleted);
        }
        return stored;
    }

    @Override
    public Optional<LeaseRecord> read(long timeoutMillis) throws LeaseException {
        reach();
        return Optional.ofNullable(stored);
    }

    @Override
    public LeaseRecord write(LeaseRecord wanted, long timeoutMillis) throws LeaseException {
        reach();
        LeaseRecord now = stored;
        if (now == null && !wanted.version().isEmpty()) {
            throw new LeaseException(LeaseException.Code.GONE, "there is none");
        }
        if (now != null && !now.version().equals(wanted.version())) {
            throw new LeaseException(LeaseException.Code.CONFLICT, "it is of version " + now.version());
        }
        version++;
        LeaseRecord next = new LeaseRecord(
                wanted.holder(),
                wanted.address(),
                wanted.leaseMillis(),
                wanted.transitions(),
                wanted.acquiredUnixMillis(),
                wanted.renewedUnixMillis(),
                Long.toString(version));
        stored = next;
        if (!answers) {
            throw new LeaseException(LeaseException.Code.UNAVAILABLE, "the answer was lost");
        }
        return next;
    }

    private void reach() throws LeaseException {
        if (!reachable) {
            throw new LeaseException(LeaseException.Code.UNAVAILABLE, "cut off");
        }
    }
}
