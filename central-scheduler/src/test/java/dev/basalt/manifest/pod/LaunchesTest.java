package dev.basalt.manifest.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.manifest.text.BrokenText;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Finding;
import dev.basalt.manifest.text.Findings;
import dev.basalt.manifest.text.Value;
import dev.basalt.manifest.text.YamlText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LaunchesTest {
    private final Findings findings = new Findings("Pod infer");

    @Test
    void replacesReferencesAsKubernetesDoes() throws BrokenText {
        Field container = field("""
                name: main
                image: model:1
                workingDir: /data
                command: [sh, -c, "echo $(GREETING) $$(GREETING) $(MISSING) $HOME"]
                args: ["$(NAME)"]
                env:
                  - {name: NAME, value: world}
                  - {name: GREETING, value: "hello $(NAME)"}
                """);

        Launch launch = Launches.read(container, Road.STANDALONE);

        var environment = new TreeMap<>(Map.of("NAME", "world", "GREETING", "hello world"));
        var command = List.of("sh", "-c", "echo hello world $(GREETING) $(MISSING) $HOME", "world");
        assertEquals(new Launch("model:1", command, environment, "/data"), launch);
        assertEquals(List.of(), findings.list());
    }

    @Test
    void warnsOfVariablesThatNeedAnApiServer() throws BrokenText {
        Field container = field("""
                command: [run]
                env: [{name: KEY, valueFrom: {secretKeyRef: {name: keys, key: main}}}]
                """);

        Launch launch = Launches.read(container, Road.STANDALONE);

        assertEquals(new Launch("", List.of("run"), new TreeMap<>(), ""), launch);
        assertEquals(
                List.of("Pod infer: env[0].valueFrom 'a map with secretKeyRef' needs an API server, which standalone"
                        + " mode has not; read as unset. Maybe write a value."),
                findings.list().stream().map(Finding::sentence).toList());
    }

    private Field field(String text) throws BrokenText {
        Value value = YamlText.parse(new YamlText.Part(text, 1));
        if (value == null) {
            throw new IllegalStateException("the text is empty");
        }
        return Field.root(value, findings);
    }
}
