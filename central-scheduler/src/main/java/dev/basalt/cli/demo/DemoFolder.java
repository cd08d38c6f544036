package dev.basalt.cli.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The demo's own folder: state of scheduler and agents, and their logs.
 *
 * @param path exists
 */
record DemoFolder(Path path) {
    private static final String PREFIX = "basalt-demo-";

    static DemoFolder create() throws IOException {
        return new DemoFolder(Files.createTempDirectory(PREFIX).toRealPath());
    }

    Path log(String process) {
        return path.resolve(process + ".log");
    }

    Path state(String process) {
        return path.resolve(process);
    }

    Path runtime() {
        return path.resolve("run");
    }

    /** Where one of the jobs looks for leave to end. */
    Path finish(String job) {
        return path.resolve("finish-" + job);
    }

    /** Removes it with all that is in it. Only folders that a demo made are ever removed. */
    void remove() throws IOException {
        Path name = path.getFileName();
        if (name == null || !name.toString().startsWith(PREFIX) || !Files.isDirectory(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
