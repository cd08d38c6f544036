/**
 * Commands that need no scheduler: worlds in virtual time and measurements. Imports {@code cli.reach} and
 * {@code simulate}. Start with {@link dev.basalt.cli.simulated.Scenario}.
 */
@NullMarked
package dev.basalt.cli.simulated;

import org.jspecify.annotations.NullMarked;
