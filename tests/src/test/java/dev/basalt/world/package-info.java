/**
 * The faulty world: an API server, agents and a store that lose, repeat, delay and reorder messages, crash and restart,
 * around the real core, inbox and limit planner, all from one seed. Start with {@link dev.basalt.world.FaultyWorld}.
 */
@NullMarked
package dev.basalt.world;

import org.jspecify.annotations.NullMarked;
