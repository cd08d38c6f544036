/**
 * What an operator may set, read once, and where a running scheduler is found. Imports nothing of ours. Start with
 * {@link dev.basalt.config.SchedulerConfig}.
 */
@NullMarked
package dev.basalt.config;

import org.jspecify.annotations.NullMarked;
