package dev.basalt.kubernetes.lease;

/**
 * A Lease as schedulers read and write it.
 *
 * @param holder who leads; empty when nobody does
 * @param address where the leader is reached, {@code host:port}; empty when it does not say
 * @param leaseMillis for how long after its last renewal nobody else may lead
 * @param transitions epoch of its leader: counts up with each change
 * @param acquiredUnixMillis when it was taken, for people
 * @param renewedUnixMillis when it was renewed, for people: others go by when they saw it change
 * @param version its resource version; empty when it is not stored yet
 */
public record LeaseRecord(
        String holder,
        String address,
        long leaseMillis,
        long transitions,
        long acquiredUnixMillis,
        long renewedUnixMillis,
        String version) {}
