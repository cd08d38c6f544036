/**
 * What is done about what is known. Rules look at one gang and say what they would do
 * ({@link dev.basalt.core.machine.life.Move}); nothing is done until the whole gang was looked at, so that a bug in a
 * rule leaves no trace but a quarantined gang. Imports every other core package. Start with
 * {@link dev.basalt.core.machine.life.GangLife}.
 */
@NullMarked
package dev.basalt.core.machine.life;

import org.jspecify.annotations.NullMarked;
