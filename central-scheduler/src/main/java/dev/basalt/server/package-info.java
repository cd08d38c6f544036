/**
 * The scheduler's process: everything is wired here and nowhere else. Imports everything. Start with
 * {@link dev.basalt.server.SchedulerServer}.
 */
@NullMarked
package dev.basalt.server;

import org.jspecify.annotations.NullMarked;
