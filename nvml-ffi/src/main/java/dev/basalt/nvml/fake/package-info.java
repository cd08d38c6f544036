/**
 * Installs copies of the fake {@code libnvidia-ml.so.1} for tests, the demo and {@code basalt-smi --fake}. Imports
 * nothing of ours. Start with {@link FakeDriver}; {@code docs/fake-driver.md} says what a profile can hold.
 */
@NullMarked
package dev.basalt.nvml.fake;

import org.jspecify.annotations.NullMarked;
