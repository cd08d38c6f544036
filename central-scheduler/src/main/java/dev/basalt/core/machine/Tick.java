package dev.basalt.core.machine;

/**
 * The time of one step, read once by the loop.
 *
 * @param nowMillis the scheduler's monotonic clock; never goes back within one epoch
 * @param wallMillis Unix time, for records that people read; no rule depends on it
 */
public record Tick(long nowMillis, long wallMillis) {}
