/**
 * Plays a scenario and checks what it expects, expected against actual. Imports core, {@code simulate.scenario} and
 * {@code simulate.world}. Start with {@link dev.basalt.simulate.check.ScenarioRun}.
 */
@NullMarked
package dev.basalt.simulate.check;

import org.jspecify.annotations.NullMarked;
