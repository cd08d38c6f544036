/** What must hold in the faulty world, one rule a file. Start with {@link dev.basalt.world.check.Check}. */
@NullMarked
package dev.basalt.world.check;

import org.jspecify.annotations.NullMarked;
