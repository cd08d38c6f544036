/**
 * What the machine knows: one book per kind of thing, changed only by {@code core.machine.life}. Imports every core
 * package below machine, and machine's records. Start with {@link dev.basalt.core.machine.state.ClusterState}.
 */
@NullMarked
package dev.basalt.core.machine.state;

import org.jspecify.annotations.NullMarked;
