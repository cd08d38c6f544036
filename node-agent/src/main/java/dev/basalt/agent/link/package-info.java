/**
 * The agent's conversation with the scheduler: one stream about the node, one about its tasks. Imports proto, wire,
 * keep, run and sample. Everything but gRPC's own threads runs on the agent's loop. Start with {@link NodeLink}, then
 * {@link TaskLink}.
 */
@NullMarked
package dev.basalt.agent.link;

import org.jspecify.annotations.NullMarked;
