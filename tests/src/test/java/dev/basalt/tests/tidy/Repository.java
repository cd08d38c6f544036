package dev.basalt.tests.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository as they lie on disk, without what builds and tools put there. */
record Repository(Path home) {
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", ".vscode", "node_modules");

    static Repository here() {
        var home = System.getProperty("basalt.home");
        if (home == null) {
            throw new IllegalStateException("system property basalt.home is not set. Maybe run the tests with ./mvnw");
        }
        return new Repository(Path.of(home));
    }

    List<JavaSource> javaSources() {
        return JavaSource.parse(files().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .map(file -> new JavaSource.Text(relative(file), String.join("\n", linesOrNone(file)) + "\n"))
                .toList());
    }

    /** Violations of the banned words in every text file. */
    List<Violation> bannedWords() {
        var found = new ArrayList<Violation>();
        files().forEach(file -> found.addAll(WordRules.bannedWords(relative(file), linesOrNone(file))));
        return found;
    }

    private String relative(Path file) {
        return home.relativize(file).toString().replace('\\', '/');
    }

    /** Nothing for a file that is not UTF-8 text. */
    private static List<String> linesOrNone(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (MalformedInputException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    List<Path> files() {
        var files = new ArrayList<Path>();
        try {
            Files.walkFileTree(home, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !file.endsWith(".git")) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot walk " + home, e);
        }
        files.sort(null);
        return files;
    }
}
