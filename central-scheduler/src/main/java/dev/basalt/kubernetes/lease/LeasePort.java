package dev.basalt.kubernetes.lease;

import java.util.Optional;

/** Where the lease is kept. Each call ends within its timeout, one way or the other. */
interface LeasePort {
    /**
     * The lease as it stands; empty when there is none.
     *
     * @throws LeaseException UNAVAILABLE when nobody answered in time
     */
    Optional<LeaseRecord> read(long timeoutMillis) throws LeaseException, InterruptedException;

    /**
     * Writes the lease if it is still of that version; an empty version makes it.
     *
     * @return as it is stored now
     * @throws LeaseException CONFLICT when somebody else has written it, GONE when there is none, UNAVAILABLE when
     *     nobody answered in time: then it may be written or not
     */
    LeaseRecord write(LeaseRecord wanted, long timeoutMillis) throws LeaseException, InterruptedException;
}
