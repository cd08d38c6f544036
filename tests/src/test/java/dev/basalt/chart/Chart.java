package dev.basalt.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The chart of this repository, copied to where it is rendered from. The copy has no {@code kubeVersion}: the library
 * that renders believes in a cluster of 1.20.
 */
public final class Chart {
    static final String RELEASE = "rel";
    static final String NAMESPACE = "gpu";
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

    private final Path folder;

    private Chart(Path folder) {
        this.folder = folder;
    }

    public static Chart copiedTo(Path folder) throws IOException {
        Path source = Path.of("..", "helm", "basalt");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path target = folder.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        Path description = folder.resolve("Chart.yaml");
        List<String> lines = Files.readAllLines(description).stream()
                .filter(line -> !line.startsWith("kubeVersion:"))
                .toList();
        Files.write(description, lines);
        return new Chart(folder);
    }

    LintResult lint() {
        return new Helm(folder).lint().strict().call();
    }

    Map<String, Object> values() {
        return YAML.readValue(folder.resolve("values.yaml").toFile(), TREE);
    }

    Map<String, Object> schema() {
        return YAML.readValue(folder.resolve("values.schema.json").toFile(), TREE);
    }

    /**
     * All that is rendered with these values over the chart's own.
     *
     * @throws IllegalStateException with what Helm says when it refuses the values
     */
    public String render(Map<String, Object> values) {
        try {
            Path file = Files.createTempFile(folder.getParent(), "values", ".yaml");
            YAML.writeValue(file.toFile(), values);
            return new Helm(folder)
                    .template()
                    .withName(RELEASE)
                    .withNamespace(NAMESPACE)
                    .withValuesFile(file)
                    .call();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The objects among what was rendered. */
    public static List<Map<String, Object>> objects(String rendered) {
        List<Map<String, Object>> objects = new ArrayList<>();
        try (MappingIterator<Map<String, Object>> documents =
                YAML.readerFor(TREE).readValues(rendered)) {
            documents.forEachRemaining(object -> {
                if (object != null) {
                    objects.add(object);
                }
            });
        }
        return objects;
    }

    /** Values with one set, given its path ({@code scheduler.replicas}). */
    static Map<String, Object> with(Map<String, Object> values, String path, Object value) {
        Map<String, Object> copy = new LinkedHashMap<>(values);
        int dot = path.indexOf('.');
        if (dot < 0) {
            copy.put(path, value);
        } else {
            String head = path.substring(0, dot);
            copy.put(head, with(map(copy.get(head)), path.substring(dot + 1), value));
        }
        return copy;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(@org.jspecify.annotations.Nullable Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}
