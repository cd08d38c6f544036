/** Durable tables and atomic batches. Imports proto. Start with {@code StateStore}. */
@NullMarked
package dev.basalt.store;

import org.jspecify.annotations.NullMarked;
