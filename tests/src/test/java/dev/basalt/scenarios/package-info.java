/**
 * Plays every scenario file of the project. Imports simulate. Start with
 * {@link dev.basalt.scenarios.ScenarioFilesTest}.
 */
@NullMarked
package dev.basalt.scenarios;

import org.jspecify.annotations.NullMarked;
