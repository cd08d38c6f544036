package dev.basalt.store.rocks;

import dev.basalt.store.Schema;
import dev.basalt.store.TableNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB's files, open, with every column family that is in them. */
record OpenRocks(RocksDB database, SortedMap<String, ColumnFamilyHandle> families) implements AutoCloseable {

    /** Makes new files in a folder that has none. */
    static OpenRocks make(Path folder, RocksSettings settings) throws RocksDBException {
        settings.database.setCreateIfMissing(true);
        try {
            return open(folder, settings, List.of(TableNames.META), false);
        } finally {
            settings.database.setCreateIfMissing(false);
        }
    }

    /** Opens the files that are there. */
    static OpenRocks forWriting(Path folder, RocksSettings settings) throws RocksDBException {
        return open(folder, settings, familyNames(folder), false);
    }

    /**
     * Opens the files that are there and changes nothing of them, so that what is damaged can be looked at later. Reads
     * the checksums of all tables.
     *
     * @throws dev.basalt.store.StoreException CORRUPT, NEWER_SCHEMA or IO
     */
    static void inspect(Path store, Path folder, RocksSettings settings, long acknowledgedSequence) {
        try (OpenRocks rocks = open(folder, settings, readableFamilyNames(store, folder), true)) {
            long sequence = rocks.database().getLatestSequenceNumber();
            if (sequence < acknowledgedSequence) {
                throw RocksErrors.corrupt(
                        store,
                        "ends at change " + sequence + ", but change " + acknowledgedSequence
                                + " was acknowledged: the end of its log, or a file, is damaged or missing");
            }
            rocks.database().verifyChecksum();
            byte[] header = rocks.database().get(rocks.family(TableNames.META), Schema.HEADER_KEY.bytes());
            if (header == null) {
                throw RocksErrors.corrupt(store, "has no header");
            }
            Schema.check(header, store.toString());
        } catch (RocksDBException e) {
            throw RocksErrors.atOpen(e, store, "cannot be opened");
        }
    }

    /** RocksDB may answer with no names where it cannot read them. */
    private static List<String> readableFamilyNames(Path store, Path folder) throws RocksDBException {
        List<String> names = familyNames(folder);
        if (!names.contains(TableNames.META)) {
            throw RocksErrors.corrupt(store, "has a manifest that cannot be read");
        }
        return names;
    }

    private static OpenRocks open(Path folder, RocksSettings settings, List<String> names, boolean readOnly)
            throws RocksDBException {
        List<ColumnFamilyDescriptor> descriptors = names.stream()
                .map(name -> new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), settings.table))
                .toList();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        String path = folder.toString();
        RocksDB database = readOnly
                ? RocksDB.openReadOnly(settings.database, path, descriptors, handles)
                : RocksDB.open(settings.database, path, descriptors, handles);
        SortedMap<String, ColumnFamilyHandle> families = new TreeMap<>();
        for (int i = 0; i < handles.size(); i++) {
            families.put(names.get(i), handles.get(i));
        }
        return new OpenRocks(database, families);
    }

    private static List<String> familyNames(Path folder) throws RocksDBException {
        try (Options options = new Options()) {
            return RocksDB.listColumnFamilies(options, folder.toString()).stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8))
                    .toList();
        }
    }

    /** @throws IllegalArgumentException if there is no such table */
    ColumnFamilyHandle family(String name) {
        ColumnFamilyHandle family = families.get(name);
        if (family == null) {
            throw new IllegalArgumentException("table " + name + " is not of this store; it has " + families.keySet());
        }
        return family;
    }

    @Override
    public void close() {
        families.values().forEach(ColumnFamilyHandle::close);
        database.close();
    }
}
