/**
 * The one pure core: events in, effects out. Imports every other core package and nothing else. Start with
 * {@link dev.basalt.core.machine.Event}, {@link dev.basalt.core.machine.Effect} and {@code SchedulerMachine}.
 */
@NullMarked
package dev.basalt.core.machine;

import org.jspecify.annotations.NullMarked;
