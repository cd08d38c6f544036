/**
 * Why something does not happen, with numbers instead of sentences. Imports model. Start with
 * {@link dev.basalt.core.reason.Refusal}.
 */
@NullMarked
package dev.basalt.core.reason;

import org.jspecify.annotations.NullMarked;
