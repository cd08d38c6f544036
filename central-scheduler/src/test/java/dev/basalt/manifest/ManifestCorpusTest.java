package dev.basalt.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.manifest.ReadOptions.Known;
import dev.basalt.manifest.text.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every manifest beside an {@code .expected} file gets exactly the sentences in it. */
class ManifestCorpusTest {
    private final ManifestReader reader = new ManifestReader(ReadOptions.STANDALONE);

    @ParameterizedTest
    @MethodSource("manifests")
    void saysOfEveryManifestWhatIsExpected(String manifest) {
        String text = resource(manifest);

        String said = said(reader.read(text, Known.NOTHING));

        assertEquals(resource(manifest.replace(".yaml", ".expected")), said);
    }

    @Test
    void holdsAtLeastThirtyHostileManifests() {
        assertTrue(manifests().filter(name -> name.startsWith("hostile/")).count() >= 30);
    }

    static Stream<String> manifests() {
        return Stream.of("accepted", "hostile")
                .flatMap(folder -> names(folder).stream()
                        .filter(name -> name.endsWith(".yaml"))
                        .map(name -> folder + "/" + name));
    }

    private static List<String> names(String folder) {
        try (Stream<Path> files =
                Files.list(Path.of(Objects.requireNonNull(ManifestCorpusTest.class.getResource(folder))
                        .toURI()))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException bug) {
            throw new IllegalStateException("test resources of " + folder + " have no path", bug);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(ManifestCorpusTest.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One line per object, one below it per finding. */
    private static String said(List<ManifestResult> results) {
        StringBuilder said = new StringBuilder();
        for (ManifestResult result : results) {
            said.append(result.refused() ? "refused" : "accepted");
            said.append(" '")
                    .append(result.kind())
                    .append("' '")
                    .append(result.name())
                    .append("'\n");
            for (Finding finding : result.findings()) {
                said.append("  ").append(finding.severity()).append(" line ").append(finding.line());
                said.append(": ").append(finding.sentence()).append('\n');
            }
        }
        return said.toString();
    }
}
