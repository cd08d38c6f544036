/**
 * The core's values as {@code basalt.types.v1} messages and back, for all adapters that need both. Imports proto and
 * core. Start with {@link dev.basalt.wire.GangWire}.
 */
@NullMarked
package dev.basalt.wire;

import org.jspecify.annotations.NullMarked;
