package dev.basalt.cli.demo;

import dev.basalt.config.StandardFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers the folder of a demo that was left running, so that it can be stopped later. */
final class KeptDemo {
    private final Path file;

    KeptDemo(Map<String, String> environment) {
        file = StandardFolders.runtime(environment).resolve("demo.folder");
    }

    void remember(DemoFolder folder) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, folder.path().toString());
    }

    /** The folder of the demo that runs; null when none does. */
    @Nullable
    DemoFolder running() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        DemoFolder folder = new DemoFolder(Path.of(Files.readString(file).strip()));
        return Files.isDirectory(folder.path())
                        && !DemoProcesses.belonging(folder).isEmpty()
                ? folder
                : null;
    }

    void forget() throws IOException {
        Files.deleteIfExists(file);
    }
}
