/**
 * The scenario format: YAML text to a checked {@code Scenario}, with every mistake reported together. Imports
 * core.model and core.device, manifest, {@code simulate.section}, Jackson. Start with
 * {@link dev.basalt.simulate.scenario.ScenarioReader}.
 */
@NullMarked
package dev.basalt.simulate.scenario;

import org.jspecify.annotations.NullMarked;
