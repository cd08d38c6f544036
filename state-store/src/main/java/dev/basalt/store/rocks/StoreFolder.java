package dev.basalt.store.rocks;

import dev.basalt.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The folder of a store, locked for this process: {@code lock}, {@code acknowledged} (the mark), {@code rocks}
 * (RocksDB's files) and {@code native} (its library).
 */
final class StoreFolder implements AutoCloseable {
    private static final int MAX_PID_BYTES = 20;

    /**
     * The folders that this process has locked. The lock of a file is the process's: another channel on it would get
     * it, and give it away for both when it is closed.
     */
    private static final Set<Path> LOCKED_HERE = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final Path realRoot;
    private final FileChannel lockFile;

    private StoreFolder(Path root, Path realRoot, FileChannel lockFile) {
        this.root = root;
        this.realRoot = realRoot;
        this.lockFile = lockFile;
    }

    /**
     * Makes the folder if it is not there, and locks it until {@link #close}.
     *
     * @throws StoreException LOCKED if it is locked by somebody else, IO
     */
    static StoreFolder lock(Path root) {
        try {
            Files.createDirectories(root);
            Path realRoot = root.toRealPath();
            if (!LOCKED_HERE.add(realRoot)) {
                throw locked(root, ProcessHandle.current().pid() + ", which is this one");
            }
            try {
                return new StoreFolder(root, realRoot, lockFile(root));
            } catch (IOException | RuntimeException e) {
                LOCKED_HERE.remove(realRoot);
                throw e;
            }
        } catch (IOException e) {
            throw RocksErrors.of(e, root, "cannot be locked");
        }
    }

    private static FileChannel lockFile(Path root) throws IOException {
        FileChannel file = FileChannel.open(
                root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = file.tryLock();
            if (lock == null) {
                throw locked(root, readPid(file));
            }
            writePid(file);
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static StoreException locked(Path root, String process) {
        return new StoreException(
                StoreException.Code.LOCKED,
                "store " + root + " is open in process " + process
                        + ". Maybe that is a scheduler still running: end it, or choose another folder");
    }

    Path root() {
        return root;
    }

    Path mark() {
        return root.resolve("acknowledged");
    }

    Path rocks() {
        return root.resolve("rocks");
    }

    Path nativeLibrary() {
        return root.resolve("native");
    }

    /** Takes RocksDB's files away, all of them. */
    void deleteRocks() throws IOException {
        if (!Files.exists(rocks())) {
            return;
        }
        try (Stream<Path> files = Files.walk(rocks())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Sees to it that the names of the files in it are on the disk. */
    void sync() throws IOException {
        try (FileChannel directory = FileChannel.open(root, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw RocksErrors.of(e, root, "cannot be unlocked");
        } finally {
            LOCKED_HERE.remove(realRoot);
        }
    }

    private static String readPid(FileChannel file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_PID_BYTES);
        file.read(bytes, 0);
        String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
        return pid.isEmpty() ? "unknown" : pid;
    }

    private static void writePid(FileChannel file) throws IOException {
        file.truncate(0);
        file.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    }
}
