/**
 * Carries events into the core and effects out of it, on one thread and without rules of its own. Imports core. Start
 * with {@link dev.basalt.loop.SchedulingLoop}.
 */
@NullMarked
package dev.basalt.loop;

import org.jspecify.annotations.NullMarked;
