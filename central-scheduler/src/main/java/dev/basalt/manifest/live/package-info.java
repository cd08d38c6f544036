/**
 * Objects as an API server holds them, one at a time: what the scheduler needs of each, or why it cannot be used. A bad
 * object is an answer, never an exception. Imports {@code core.model}, {@code core.device} and the rest of
 * {@code manifest}. Start with {@link dev.basalt.manifest.live.LiveReader}.
 */
@NullMarked
package dev.basalt.manifest.live;

import org.jspecify.annotations.NullMarked;
