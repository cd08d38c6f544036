/**
 * What is taken of devices and nodes in a published view, added up for the checks. Imports core. Start with
 * {@code Placements}.
 */
@NullMarked
package dev.basalt.world.taken;

import org.jspecify.annotations.NullMarked;
