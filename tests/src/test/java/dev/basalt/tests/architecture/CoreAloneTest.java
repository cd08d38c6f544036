package dev.basalt.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The core compiles with nothing but java.base and the null annotations on the class path. */
final class CoreAloneTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void theCoreCompilesAlone() throws IOException {
        var sources = sourcesBelow(Path.of(System.getProperty("basalt.home", ""))
                .resolve("central-scheduler/src/main/java/dev/basalt/core"));

        var complaints = compile(sources);

        assertThat(sources).hasSizeGreaterThan(20);
        assertThat(complaints).isEmpty();
    }

    @Test
    void aClassThatNeedsMoreThanJavaBaseDoesNot() throws IOException {
        var bad = Files.writeString(
                folder.resolve("Bad.java"), "class Bad { java.util.logging.Logger logger; org.slf4j.Logger other; }");

        var complaints = compile(List.of(bad));

        assertThat(complaints)
                .anyMatch(complaint -> complaint.contains("java.util.logging"))
                .anyMatch(complaint -> complaint.contains("org.slf4j"));
    }

    @Test
    void aClassWithAWarningDoesNot() throws IOException {
        var bad = Files.writeString(folder.resolve("Raw.java"), "class Raw { java.util.List raw; }");

        assertThat(compile(List.of(bad))).anyMatch(complaint -> complaint.contains("raw type"));
    }

    private List<String> compile(List<Path> sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var complaints = new DiagnosticCollector<JavaFileObject>();
        try (var files = compiler.getStandardFileManager(complaints, null, null)) {
            var options = List.of(
                    "-d",
                    Files.createTempDirectory(folder, "classes").toString(),
                    "-classpath",
                    nullAnnotations().toString(),
                    "--limit-modules",
                    "java.base",
                    "-proc:none",
                    "-Xlint:all",
                    "-Werror");
            var task = compiler.getTask(
                    null, files, complaints, options, null, files.getJavaFileObjectsFromPaths(sources));
            boolean compiled = task.call();
            assertThat(compiled).isEqualTo(complaints.getDiagnostics().isEmpty());
        }
        return complaints.getDiagnostics().stream().map(Object::toString).toList();
    }

    private static List<Path> sourcesBelow(Path root) throws IOException {
        try (var walk = Files.walk(root)) {
            return walk.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Path nullAnnotations() {
        try {
            return Path.of(NullMarked.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the null annotations have no place on disk", e);
        }
    }
}
