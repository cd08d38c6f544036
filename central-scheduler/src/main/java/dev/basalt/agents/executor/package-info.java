/**
 * Tasks that agents run themselves (standalone mode): binds and evictions become commands, what becomes of containers
 * becomes what becomes of pods, and output is passed on. Imports agents and what it imports. Start with
 * {@link dev.basalt.agents.executor.ExecutorEndpoint}.
 */
@NullMarked
package dev.basalt.agents.executor;

import org.jspecify.annotations.NullMarked;
