/**
 * How a command finds a scheduler, calls it and says what went wrong. Imports proto and config. Start with
 * {@link dev.basalt.cli.reach.Reach}.
 */
@NullMarked
package dev.basalt.cli.reach;

import org.jspecify.annotations.NullMarked;
