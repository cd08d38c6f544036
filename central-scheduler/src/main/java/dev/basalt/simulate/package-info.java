/**
 * Virtual time around the real core: declared worlds to reproduce bugs and to ask what would happen. Imports core and
 * manifest. Start with {@link dev.basalt.simulate.Scenarios}.
 */
@NullMarked
package dev.basalt.simulate;

import org.jspecify.annotations.NullMarked;
