/**
 * Runs tasks as local processes (standalone mode only). Every task has a folder from which all is known, so that a
 * restarted agent goes on where the last one stopped. Imports limit, keep, process and disk. All of it runs on the
 * agent's loop. Start with {@link TaskBook}; {@link Supervisor} is the C program in {@code src/main/native/supervisor}.
 */
@NullMarked
package dev.basalt.agent.run;

import org.jspecify.annotations.NullMarked;
