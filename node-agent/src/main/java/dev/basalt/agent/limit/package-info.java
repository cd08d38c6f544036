/**
 * Which limits this node holds and what is to be done about them, as pure values: no file, clock or thread. Imports the
 * JDK only, so that a simulator runs the very rules that agents run. Start with {@link LimitPlanner}; {@link LimitBook}
 * is the state.
 */
@NullMarked
package dev.basalt.agent.limit;

import org.jspecify.annotations.NullMarked;
