package dev.basalt.agent;

import dev.basalt.agent.disk.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The folder that holds all an agent must remember, locked for as long as the agent lives: one agent for each. */
final class StateFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel lockFile;

    private StateFolder(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Creates the folder if need be, and locks it.
     *
     * @throws IOException when another agent has it, or it cannot be written
     */
    static StateFolder open(Path path) throws IOException {
        DurableFile.createFolders(path, "rwxr-xr-x");
        Path lock = path.resolve("lock");
        FileChannel file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = tryLock(file);
        if (held == null) {
            file.close();
            throw new IOException("The state folder " + path + " is in use by another agent (process "
                    + Files.readString(lock, StandardCharsets.ISO_8859_1).strip()
                    + "). Maybe stop that one, or set --state-dir to another folder");
        }
        file.truncate(0);
        byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        file.write(ByteBuffer.wrap(pid), 0);
        return new StateFolder(path, file);
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
