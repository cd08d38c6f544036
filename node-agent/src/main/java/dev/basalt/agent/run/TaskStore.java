package dev.basalt.agent.run;

import dev.basalt.agent.disk.DamagedRecord;
import dev.basalt.agent.disk.DurableFile;
import dev.basalt.agent.disk.SafeName;
import dev.basalt.agent.disk.SealedFile;
import dev.basalt.agent.limit.ContainerKey;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of all tasks: {@code POD_UID/CONTAINER/} with the order ({@code run.order}, sealed: eight bytes of
 * arrival number, then the order), the supervisor's files, and {@code work/}, in which the task runs unless it names
 * another folder.
 */
final class TaskStore {
    private static final Logger LOG = LoggerFactory.getLogger(TaskStore.class);
    private static final String ORDER = "run.order";
    private static final int FORMAT = 1;
    private static final String TRASH = ".trash";

    private final Path root;
    private final RunCodec codec;

    TaskStore(Path root, RunCodec codec) throws IOException {
        this.root = root;
        this.codec = codec;
        DurableFile.createFolders(root, "rwxr-xr-x");
        deleteAll(root.resolve(TRASH));
    }

    /** Stores the order; after this it will be carried out, whatever happens to the agent. */
    Task add(RunOrder order, long arrival) throws IOException {
        Path path = path(order.task());
        DurableFile.createFolders(path.resolve("work"), "rwxr-xr-x");
        byte[] encoded = codec.encode(order);
        byte[] bytes = ByteBuffer.allocate(Long.BYTES + encoded.length)
                .putLong(arrival)
                .put(encoded)
                .array();
        SealedFile.replace(path.resolve(ORDER), FORMAT, bytes, "rw-------");
        return new Task(order, new ContainerFolder(path), arrival);
    }

    /**
     * What was found on disk. One order that cannot be read harms no other.
     *
     * @param tasks those with a stored order, in the order in which they arrived
     * @param unreadable folders whose order makes no sense, and why
     */
    record Recovered(List<Task> tasks, Map<ContainerFolder, String> unreadable) {}

    /** @throws IOException when the disk fails, or an order is of a newer format, whose task is not to be harmed */
    Recovered recover() throws IOException {
        var tasks = new ArrayList<Task>();
        var unreadable = new LinkedHashMap<ContainerFolder, String>();
        for (Path pod : foldersIn(root)) {
            for (Path container : foldersIn(pod)) {
                try {
                    tasks.add(read(container));
                } catch (NoSuchFileException neverStored) {
                    deleteAll(container);
                } catch (DamagedRecord damaged) {
                    unreadable.put(new ContainerFolder(container), String.valueOf(damaged.getMessage()));
                }
            }
        }
        tasks.sort(Comparator.comparingLong(Task::arrival));
        return new Recovered(tasks, unreadable);
    }

    private Task read(Path container) throws IOException {
        Path file = container.resolve(ORDER);
        ByteBuffer bytes = ByteBuffer.wrap(SealedFile.read(file, FORMAT));
        try {
            long arrival = bytes.getLong();
            byte[] encoded = new byte[bytes.remaining()];
            bytes.get(encoded);
            RunOrder order = codec.decode(encoded);
            if (!path(order.task()).equals(container)) {
                throw new DamagedRecord(file + " is the order of " + order.task()
                        + ". Maybe its folder was copied or renamed: move it back, or remove it");
            }
            return new Task(order, new ContainerFolder(container), arrival);
        } catch (DamagedRecord elsewhere) {
            throw elsewhere;
        } catch (IOException | IllegalArgumentException | BufferUnderflowException senseless) {
            throw new DamagedRecord(
                    file + " makes no sense: " + senseless.getMessage() + ". Maybe another program wrote there",
                    senseless);
        }
    }

    /** Where the task runs when it does not say. */
    Path workFolder(ContainerKey task) {
        return path(task).resolve("work");
    }

    /** Forgets a task of which nothing lives. Its files go in the background: there may be many. */
    void remove(ContainerKey task) throws IOException {
        Path trash = root.resolve(TRASH);
        DurableFile.createFolders(trash, "rwx------");
        Path grave = Files.createTempDirectory(trash, "task");
        Files.move(path(task), grave.resolve("task"), StandardCopyOption.ATOMIC_MOVE);
        Path pod = root.resolve(task.podUid());
        if (foldersIn(pod).isEmpty()) {
            Files.deleteIfExists(pod);
        }
        DurableFile.syncFolder(root);
        Thread.ofVirtual().name("empty-trash").start(() -> deleteAll(grave));
    }

    private Path path(ContainerKey task) {
        return root.resolve(SafeName.require("pod UID", task.podUid()))
                .resolve(SafeName.require("container name", task.container()));
    }

    private static List<Path> foldersIn(Path folder) throws IOException {
        try (var entries = Files.newDirectoryStream(
                folder,
                entry -> Files.isDirectory(entry)
                        && !entry.getFileName().toString().equals(TRASH))) {
            var found = new ArrayList<Path>();
            entries.forEach(found::add);
            found.sort(Comparator.naturalOrder());
            return found;
        }
    }

    private static void deleteAll(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, new Deleting());
        } catch (NoSuchFileException alreadyGone) {
            LOG.debug("{} was removed meanwhile", folder);
        } catch (IOException failed) {
            LOG.warn("cannot remove {}: {}", folder, failed.toString());
        }
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed) throws IOException {
            if (failed != null) {
                throw failed;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
