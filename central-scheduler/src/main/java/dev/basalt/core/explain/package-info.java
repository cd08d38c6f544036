/**
 * Why a gang waits, and the only sentences of the core. Imports model, reason, snapshot, queue, filter, place and plan.
 * Start with {@link dev.basalt.core.explain.Explainer}.
 */
@NullMarked
package dev.basalt.core.explain;

import org.jspecify.annotations.NullMarked;
