package dev.basalt.store;

import java.util.List;

/**
 * Named tables that are written together, whole batches at a time. Open for one process at a time; safe for use by any
 * number of threads of it.
 *
 * <p>Every method throws {@link StoreException} when what keeps the tables fails, and IllegalStateException after
 * {@link #close}.
 */
public interface StateStore extends AutoCloseable {
    /** The version of the layout of tables and keys that this code writes. */
    int SCHEMA_VERSION = 1;

    /** The oldest code, by its {@link #SCHEMA_VERSION}, that can read what this code writes. */
    int MIN_READER_VERSION = 1;

    /**
     * The table of that name, made if it is not there.
     *
     * @param name lower-case letters, digits and hyphens, a letter first
     * @throws IllegalArgumentException if the name is not like that
     */
    <V> Table<V> table(String name, Codec<V> codec);

    /** Names of all tables there are, sorted; those that nobody asked for are kept too. */
    List<String> tableNames();

    /**
     * Writes all of the batch or nothing of it, also when the process or the machine dies meanwhile. Batches are kept
     * in the order in which they were written: if one is lost in a power failure, so is every later one.
     *
     * <p>After an exception the batch may be there or not; only a store that was opened anew knows.
     */
    void write(WriteBatch batch, Durability durability);

    /** Syncs what was written and gives the tables free for the next process. Closing twice does nothing. */
    @Override
    void close();

    /** What a batch survives once {@link #write} has returned. */
    enum Durability {
        /** The end of the machine too: it is on the disk. */
        SYNCED,
        /** The end of this process: the operating system has it. */
        UNSYNCED
    }
}
