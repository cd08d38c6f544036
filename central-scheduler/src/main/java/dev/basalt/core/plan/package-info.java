/**
 * What is wanted and what was decided in one planning pass. Imports model, snapshot, queue, place. Start with
 * {@link dev.basalt.core.plan.GangDemand} and {@link dev.basalt.core.plan.Plan}.
 */
@NullMarked
package dev.basalt.core.plan;

import org.jspecify.annotations.NullMarked;
