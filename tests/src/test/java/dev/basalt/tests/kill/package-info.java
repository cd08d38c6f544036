/**
 * Real processes that are killed without warning while they work. Imports config, proto and the two mains. Start with
 * {@link dev.basalt.tests.kill.KillIT}.
 */
@NullMarked
package dev.basalt.tests.kill;

import org.jspecify.annotations.NullMarked;
