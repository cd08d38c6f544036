/**
 * Virtual time around the real core: an API server, agents, a ledger and pods that behave as a scenario says. Imports
 * core and {@code simulate.scenario}. Start with {@code World}.
 */
@NullMarked
package dev.basalt.simulate.world;

import org.jspecify.annotations.NullMarked;
