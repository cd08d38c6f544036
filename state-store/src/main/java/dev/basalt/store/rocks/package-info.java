/**
 * A store in a folder of RocksDB, one column family for each table. Imports {@code store} and RocksDB, which nothing
 * else does. Start with {@link dev.basalt.store.rocks.RocksStateStore}; how damage is told from a torn end is in
 * {@link dev.basalt.store.rocks.AcknowledgedMark}.
 */
@NullMarked
package dev.basalt.store.rocks;

import org.jspecify.annotations.NullMarked;
