/**
 * What the scheduler tells of itself: metrics and probes over HTTP on loopback. Imports Micrometer and nothing of ours.
 * Start with {@link dev.basalt.metrics.SchedulerMetrics}.
 */
@NullMarked
package dev.basalt.metrics;

import org.jspecify.annotations.NullMarked;
