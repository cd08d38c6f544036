/**
 * A store in memory that loses what a store on a disk would lose. Imports {@code store}. Start with
 * {@link dev.basalt.store.memory.MemoryStateStore}.
 */
@NullMarked
package dev.basalt.store.memory;

import org.jspecify.annotations.NullMarked;
