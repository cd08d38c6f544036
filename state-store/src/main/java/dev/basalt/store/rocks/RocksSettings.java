package dev.basalt.store.rocks;

import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * How RocksDB is set up: all its memory together stays under about {@link #CACHE_BYTES}, write buffers included, and
 * nothing that was acknowledged goes missing without a word.
 */
final class RocksSettings implements AutoCloseable {
    private static final long MEBIBYTE = 1L << 20;
    private static final long CACHE_BYTES = 48 * MEBIBYTE;
    /** Of the cache; what it exceeds is written to files. */
    private static final long WRITE_BUFFER_BYTES = 16 * MEBIBYTE;

    private static final long TABLE_WRITE_BUFFER_BYTES = 8 * MEBIBYTE;
    /** The log is read at each start, so it is kept short. */
    private static final long WAL_BYTES = 64 * MEBIBYTE;
    /** Each takes a file handle and, for its index, some of the cache. */
    private static final int OPEN_FILE_COUNT = 256;

    private static final int BACKGROUND_JOB_COUNT = 2;
    private static final int INFO_LOG_COUNT = 3;
    private static final double BLOOM_BITS_PER_KEY = 10;

    private final Cache cache = new LRUCache(CACHE_BYTES);
    private final WriteBufferManager writeBuffers = new WriteBufferManager(WRITE_BUFFER_BYTES, cache);
    private final BloomFilter bloom = new BloomFilter(BLOOM_BITS_PER_KEY);
    final DBOptions database = database();
    final ColumnFamilyOptions table = table();
    final WriteOptions synced = new WriteOptions().setSync(true);
    final WriteOptions unsynced = new WriteOptions().setSync(false);

    private DBOptions database() {
        // Not offered as a setter: sizes of finished logs are kept in the manifest and compared at the next start.
        Properties logged = new Properties();
        logged.setProperty("track_and_verify_wals_in_manifest", "true");
        return DBOptions.getDBOptionsFromProps(logged)
                .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery) // AcknowledgedMark says why this is safe.
                .setParanoidChecks(true)
                .setAtomicFlush(true) // All tables leave the log together, so that mostly there is one log.
                .setMaxTotalWalSize(WAL_BYTES)
                .setWriteBufferManager(writeBuffers)
                .setMaxOpenFiles(OPEN_FILE_COUNT)
                .setMaxBackgroundJobs(BACKGROUND_JOB_COUNT)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(INFO_LOG_COUNT);
    }

    private ColumnFamilyOptions table() {
        BlockBasedTableConfig blocks = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                .setFilterPolicy(bloom);
        return new ColumnFamilyOptions()
                .setTableFormatConfig(blocks)
                .setWriteBufferSize(TABLE_WRITE_BUFFER_BYTES)
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    @Override
    public void close() {
        synced.close();
        unsynced.close();
        table.close();
        database.close();
        bloom.close();
        writeBuffers.close();
        cache.close();
    }
}
