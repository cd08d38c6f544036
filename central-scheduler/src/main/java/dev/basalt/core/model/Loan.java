package dev.basalt.core.model;

/**
 * Quota that one queue uses and another owns.
 *
 * @param fromQueue owner
 * @param toQueue user
 * @param amount what was lent
 * @param sinceMillis start, on the scheduler's monotonic clock
 */
public record Loan(String fromQueue, String toQueue, ResourceVector amount, long sinceMillis) {}
