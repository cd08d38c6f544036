package dev.basalt.store.rocks;

import dev.basalt.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.rocksdb.RocksDB;

/**
 * RocksDB's library, kept in the folder of the store. Left alone, RocksDB would unpack it under a new name in the
 * folder for temporary files at each start, and a process that is killed would leave it there.
 */
final class NativeLibrary {
    /** Its name in RocksDB's jar, for Linux on x86-64. */
    private static final String NAME_IN_JAR = "librocksdbjni-linux64.so";

    /** The name under which {@code RocksDB.loadLibrary(paths)} looks for it: it adds "jni" once too often. */
    private static final String NAME = "librocksdbjnijni-linux64.so";

    private static boolean loaded;

    private NativeLibrary() {}

    /** Loads it once in each process, from a folder that is locked for this process. */
    static synchronized void load(Path folder) {
        if (loaded) {
            return;
        }
        try {
            unpack(folder);
            RocksDB.loadLibrary(List.of(folder.toString()));
            loaded = true;
        } catch (IOException e) {
            throw RocksErrors.of(e, folder, "cannot hold RocksDB's library");
        } catch (UnsatisfiedLinkError e) {
            throw new StoreException(
                    StoreException.Code.IO,
                    "RocksDB's library " + folder.resolve(NAME) + " cannot be loaded: " + e.getMessage()
                            + ". Maybe this machine is not Linux on x86-64, or its folder is mounted noexec",
                    e);
        }
    }

    private static void unpack(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path part = folder.resolve(NAME + ".part");
        try (InputStream in = RocksDB.class.getClassLoader().getResourceAsStream(NAME_IN_JAR)) {
            if (in == null) {
                throw new IOException(NAME_IN_JAR + " is not in RocksDB's jar");
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(part, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
