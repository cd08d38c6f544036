package dev.basalt.simulate.scenario;

import dev.basalt.core.model.Gang;

/**
 * A gang and how its pods behave once they run.
 *
 * @param gang what is submitted
 * @param runMillis time from the start of a pod's main containers to its end; 0 means until something ends it
 * @param initMillis time its init containers take together
 * @param stopMillis time a pod takes to end after it was asked to; never more than its grace
 */
public record Workload(Gang gang, long runMillis, long initMillis, long stopMillis) {}
