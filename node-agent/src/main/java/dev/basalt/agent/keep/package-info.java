/**
 * Keeps limits: on disk before they are accepted, in a folder per container before they are in force. Imports limit,
 * wire and disk. All of it runs on the agent's loop. Start with {@link LimitKeeper}.
 */
@NullMarked
package dev.basalt.agent.keep;

import org.jspecify.annotations.NullMarked;
