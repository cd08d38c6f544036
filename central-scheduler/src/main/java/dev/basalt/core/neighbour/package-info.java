/**
 * Rules about other pods (affinity, anti-affinity, spread) on the nodes of a view. Imports {@code model},
 * {@code reason} and {@code snapshot}. Start with {@link dev.basalt.core.neighbour.Neighbourhood}.
 */
@NullMarked
package dev.basalt.core.neighbour;

import org.jspecify.annotations.NullMarked;
