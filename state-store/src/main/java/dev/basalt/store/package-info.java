/**
 * Named tables of typed values that survive the process, whatever keeps them: {@code store.rocks} on disk,
 * {@code store.memory} for tests. Imports protobuf alone. Start with {@link dev.basalt.store.StateStore}.
 */
@NullMarked
package dev.basalt.store;

import org.jspecify.annotations.NullMarked;
