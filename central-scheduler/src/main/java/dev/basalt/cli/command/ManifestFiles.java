package dev.basalt.cli.command;

import com.google.protobuf.ByteString;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.manifest.text.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads what {@code -f} names: files, folders (their YAML and JSON files, by name), or {@code -}. */
final class ManifestFiles {
    private ManifestFiles() {}

    /**
     * One source of manifests.
     *
     * @param name for messages
     */
    record Source(String name, ByteString content) {}

    static List<Source> read(List<String> names, InputStream standardInput) {
        List<Source> sources = new ArrayList<>();
        for (String name : names) {
            try {
                if (name.equals("-")) {
                    sources.add(new Source("standard input", limited(name, standardInput)));
                } else if (name.matches("https?://.*")) {
                    throw CommandFailed.because(
                            CommandFailed.WRONG_USAGE,
                            name + " is a URL, and nothing is downloaded. Maybe run: curl -fsSL '" + name
                                    + "' | basalt apply -f -");
                } else if (Files.isDirectory(Path.of(name))) {
                    addFolder(Path.of(name), sources);
                } else {
                    sources.add(file(Path.of(name)));
                }
            } catch (IOException unreadable) {
                String why = unreadable instanceof NoSuchFileException
                        ? " does not exist"
                        : " cannot be read: " + unreadable;
                throw CommandFailed.because(
                        CommandFailed.WRONG_USAGE, name + why + ". Maybe check its name and your permissions.");
            }
        }
        return sources;
    }

    private static void addFolder(Path folder, List<Source> sources) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> manifests = files.filter(file -> file.toString().matches(".*\\.(ya?ml|json)"))
                    .sorted()
                    .toList();
            if (manifests.isEmpty()) {
                throw CommandFailed.because(
                        CommandFailed.WRONG_USAGE, folder + " holds no .yaml, .yml or .json file. Maybe name a file.");
            }
            for (Path manifest : manifests) {
                sources.add(file(manifest));
            }
        }
    }

    private static Source file(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return new Source(file.toString(), limited(file.toString(), stream));
        }
    }

    private static ByteString limited(String name, InputStream stream) throws IOException {
        byte[] content = stream.readNBytes(YamlText.MAX_TEXT_BYTES + 1);
        if (content.length > YamlText.MAX_TEXT_BYTES) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    name + " " + YamlText.TOO_LONG + ". Maybe " + YamlText.TOO_LONG_HINT + ".");
        }
        return ByteString.copyFrom(content);
    }
}
