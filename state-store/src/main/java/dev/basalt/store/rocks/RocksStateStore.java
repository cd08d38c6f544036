package dev.basalt.store.rocks;

import dev.basalt.store.Codec;
import dev.basalt.store.Schema;
import dev.basalt.store.StateStore;
import dev.basalt.store.StoreException;
import dev.basalt.store.Table;
import dev.basalt.store.TableNames;
import dev.basalt.store.WriteBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.RocksDBException;

/**
 * A store in a folder. One process at a time; the lock goes with the process, however it ends.
 *
 * <p>All methods hold its one lock while they begin and end; a write holds it throughout, so that marks go up in order,
 * and a scan only while it begins and ends, so that a slow reader stops nobody.
 */
public final class RocksStateStore implements StateStore {
    private final StoreFolder folder;
    private final RocksSettings settings;
    private final AcknowledgedMark mark;
    private final OpenRocks rocks;
    private boolean closed;
    private int readerCount;

    private RocksStateStore(StoreFolder folder, RocksSettings settings, AcknowledgedMark mark, OpenRocks rocks) {
        this.folder = folder;
        this.settings = settings;
        this.mark = mark;
        this.rocks = rocks;
    }

    /**
     * Opens the store in a folder, or makes a new one where there is none.
     *
     * @throws StoreException LOCKED, CORRUPT, NEWER_SCHEMA, FULL or IO; then nothing in the folder has changed but for
     *     RocksDB's own protocol of what it did
     */
    public static RocksStateStore open(Path root) {
        StoreFolder folder = StoreFolder.lock(root);
        RocksSettings settings = null;
        try {
            NativeLibrary.load(folder.nativeLibrary());
            settings = new RocksSettings();
            return open(folder, settings);
        } catch (RuntimeException e) {
            if (settings != null) {
                settings.close();
            }
            folder.close();
            throw e;
        }
    }

    private static RocksStateStore open(StoreFolder folder, RocksSettings settings) {
        AcknowledgedMark mark = null;
        try {
            mark = openOrMakeMark(folder);
            OpenRocks rocks = mark.sequence() == AcknowledgedMark.BEING_MADE
                    ? make(folder, settings, mark)
                    : openWhole(folder, settings, mark);
            return new RocksStateStore(folder, settings, mark, rocks);
        } catch (RocksDBException e) {
            throw closing(mark, RocksErrors.atOpen(e, folder.root(), "cannot be opened"));
        } catch (IOException e) {
            throw closing(mark, RocksErrors.of(e, folder.root(), "cannot be opened"));
        } catch (StoreException e) {
            throw closing(mark, e);
        }
    }

    private static StoreException closing(@Nullable AcknowledgedMark mark, StoreException because) {
        if (mark != null) {
            try {
                mark.close();
            } catch (IOException e) {
                because.addSuppressed(e);
            }
        }
        return because;
    }

    private static AcknowledgedMark openOrMakeMark(StoreFolder folder) throws IOException {
        if (Files.exists(folder.mark())) {
            return AcknowledgedMark.open(folder.mark());
        }
        if (Files.exists(folder.rocks())) {
            throw RocksErrors.corrupt(
                    folder.root(),
                    "has no file \"" + folder.mark().getFileName() + "\", so nobody can say whether it is whole");
        }
        return AcknowledgedMark.make(folder.mark());
    }

    /** Begins anew where an earlier process may have begun and not come to the end. */
    private static OpenRocks make(StoreFolder folder, RocksSettings settings, AcknowledgedMark mark)
            throws IOException, RocksDBException {
        folder.deleteRocks();
        OpenRocks rocks = OpenRocks.make(folder.rocks(), settings);
        try {
            rocks.database()
                    .put(
                            rocks.family(TableNames.META),
                            settings.synced,
                            Schema.HEADER_KEY.bytes(),
                            Schema.newHeader(System.currentTimeMillis()));
            mark.moveTo(rocks.database().getLatestSequenceNumber());
            mark.sync();
            folder.sync();
            return rocks;
        } catch (IOException | RocksDBException e) {
            rocks.close();
            throw e;
        }
    }

    private static OpenRocks openWhole(StoreFolder folder, RocksSettings settings, AcknowledgedMark mark)
            throws RocksDBException {
        OpenRocks.inspect(folder.root(), folder.rocks(), settings, mark.sequence());
        return OpenRocks.forWriting(folder.rocks(), settings);
    }

    @Override
    public synchronized <V> Table<V> table(String name, Codec<V> codec) {
        requireOpen();
        TableNames.check(name);
        if (!rocks.families().containsKey(name)) {
            try {
                ColumnFamilyDescriptor descriptor =
                        new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), settings.table);
                rocks.families().put(name, rocks.database().createColumnFamily(descriptor));
            } catch (RocksDBException e) {
                throw RocksErrors.of(e, folder.root(), "cannot make table " + name);
            }
        }
        return new Table<>(name, codec, new RocksCells(this, rocks.database(), rocks.family(name), name));
    }

    @Override
    public synchronized List<String> tableNames() {
        requireOpen();
        return rocks.families().keySet().stream()
                .filter(name -> !name.equals(TableNames.META))
                .toList();
    }

    @Override
    public synchronized void write(WriteBatch batch, Durability durability) {
        requireOpen();
        try (org.rocksdb.WriteBatch changes = RocksChanges.of(batch, rocks)) {
            switch (durability) {
                case UNSYNCED -> rocks.database().write(settings.unsynced, changes);
                case SYNCED -> {
                    rocks.database().write(settings.synced, changes);
                    mark.moveTo(rocks.database().getLatestSequenceNumber());
                }
            }
        } catch (RocksDBException e) {
            throw RocksErrors.of(e, folder.root(), "cannot be written");
        } catch (IOException e) {
            throw RocksErrors.of(e, folder.root(), "is written, but cannot be marked so");
        }
    }

    /** Begins a read: until it ends the store is not closed under it. */
    synchronized void beginRead() {
        requireOpen();
        readerCount++;
    }

    synchronized void endRead() {
        readerCount--;
        notifyAll();
    }

    StoreException readFailed(RocksDBException e, String table) {
        return RocksErrors.of(e, folder.root(), "cannot be read, table " + table);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        awaitReaders();
        try (folder;
                settings;
                mark;
                rocks) {
            rocks.database().syncWal();
            mark.moveTo(rocks.database().getLatestSequenceNumber());
            mark.sync();
        } catch (RocksDBException e) {
            throw RocksErrors.of(e, folder.root(), "cannot be synced");
        } catch (IOException e) {
            throw RocksErrors.of(e, folder.root(), "cannot be closed");
        }
    }

    private void awaitReaders() {
        boolean interrupted = false;
        while (readerCount > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("store " + folder.root() + " is closed");
        }
    }
}
