/**
 * The launchers at the root, started as processes on the packaged build. Imports nothing of ours. Start with
 * {@link dev.basalt.tests.launch.LauncherIT}.
 */
@NullMarked
package dev.basalt.tests.launch;

import org.jspecify.annotations.NullMarked;
