/**
 * Who of several schedulers leads: a Kubernetes Lease, and the fence that every write asks right before it leaves.
 * Imports the loop's events and the Kubernetes client. Start with {@link dev.basalt.kubernetes.lease.LeaderLease}.
 */
@NullMarked
package dev.basalt.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
