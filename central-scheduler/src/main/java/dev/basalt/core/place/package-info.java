/**
 * Puts whole gangs on nodes: seats counted per shape, members placed together or not at all, topology domains. Imports
 * model, device, reason, snapshot, fit, filter and score. Start with {@link dev.basalt.core.place.GangPlacer}.
 */
@NullMarked
package dev.basalt.core.place;

import org.jspecify.annotations.NullMarked;
