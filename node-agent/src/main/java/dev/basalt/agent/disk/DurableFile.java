package dev.basalt.agent.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files so that after a crash there is the old content or the new, never a part. */
public final class DurableFile {
    private static final String TEMPORARY = ".tmp";

    private DurableFile() {}

    /**
     * Replaces the file: temporary file, fsync, rename, fsync of the folder.
     *
     * @param mode permissions such as {@code rw-r--r--}, whatever the umask
     */
    public static void replace(Path file, byte[] content, String mode) throws IOException {
        replaceUnsynced(file, content, mode);
        syncFolder(parentOf(file));
    }

    /** As {@link #replace} but leaves the folder's fsync to the caller, who has more files to write. */
    public static void replaceUnsynced(Path file, byte[] content, String mode) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(mode);
        try (FileChannel channel = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PosixFilePermissions.asFileAttribute(permissions))) {
            writeAll(channel, ByteBuffer.wrap(content));
            channel.force(true);
        }
        Files.setPosixFilePermissions(temporary, permissions);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes the names in the folder durable. */
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Creates the folder and what lies above it, each with that mode, whatever the umask. */
    public static void createFolders(Path folder, String mode) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = parentOf(folder);
        createFolders(parent, mode);
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
        syncFolder(parent);
    }

    static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static Path parentOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalStateException("A file of the agent must lie in a folder, have " + file);
        }
        return parent;
    }
}
