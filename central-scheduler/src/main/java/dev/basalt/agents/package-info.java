/**
 * The scheduler's side of the agents' streams: their messages become events, and effects on nodes become messages.
 * Imports proto, core, loop, transport and wire. Start with {@link dev.basalt.agents.AgentEndpoint}; tasks are in
 * {@code agents.executor}.
 */
@NullMarked
package dev.basalt.agents;

import org.jspecify.annotations.NullMarked;
