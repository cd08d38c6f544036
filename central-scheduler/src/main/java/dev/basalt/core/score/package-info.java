/**
 * What is preferred among nodes where a task may run; one per file, whole numbers 0..100. Imports model, device,
 * snapshot and fit. Start with {@link dev.basalt.core.score.Score} and {@link dev.basalt.core.score.Scores}.
 */
@NullMarked
package dev.basalt.core.score;

import org.jspecify.annotations.NullMarked;
