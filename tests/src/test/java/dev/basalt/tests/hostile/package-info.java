/**
 * Manifests and configs that nobody should write, against the real processes. Imports the kill tests' cluster and
 * proto. Start with {@link dev.basalt.tests.hostile.HostileManifestsIT}.
 */
@NullMarked
package dev.basalt.tests.hostile;

import org.jspecify.annotations.NullMarked;
