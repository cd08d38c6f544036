package dev.basalt.simulate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The JSON schema, the reader and the sample that uses every key say the same. */
class SchemaTest {
    /** Only text manifests are read under it, in place of a job's own keys. */
    private static final String MANIFEST = "manifest";

    @Test
    void theSampleOfEveryKeyIsASoundScenario() throws Exception {
        Scenario scenario = ScenarioReader.read(sample());

        assertThat(scenario.timeline()).hasSize(28);
    }

    @Test
    void theSchemaKnowsExactlyTheKeysThatTheReaderTakes() throws IOException {
        Object schema = new JsonMapper()
                .readValue(Files.readString(Path.of("../docs/schema/scenario.schema.json")), Object.class);
        TreeSet<String> inSchema = new TreeSet<>();
        collectProperties(schema, inSchema);
        inSchema.remove(MANIFEST);

        TreeSet<String> inSample = new TreeSet<>();
        collectKeys(new YAMLMapper().readValue(sample(), Object.class), inSample);

        assertThat(inSample).containsAll(inSchema);
    }

    private static String sample() throws IOException {
        try (InputStream file = SchemaTest.class.getResourceAsStream("/scenario/every-key.yaml")) {
            assertThat(file).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void collectProperties(Object value, Collection<String> names) {
        if (value instanceof Map<?, ?> map) {
            if (map.get("properties") instanceof Map<?, ?> properties) {
                properties.keySet().forEach(name -> names.add(String.valueOf(name)));
            }
            map.values().forEach(inner -> collectProperties(inner, names));
        } else if (value instanceof Collection<?> items) {
            items.forEach(item -> collectProperties(item, names));
        }
    }

    private static void collectKeys(Object value, Collection<String> names) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> {
                names.add(String.valueOf(key));
                collectKeys(inner, names);
            });
        } else if (value instanceof Collection<?> items) {
            items.forEach(item -> collectKeys(item, names));
        }
    }
}
