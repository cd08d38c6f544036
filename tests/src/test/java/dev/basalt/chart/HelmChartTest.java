package dev.basalt.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.config.ConfigException;
import dev.basalt.config.SchedulerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelmChartTest {
    private static final List<String> OF_THE_CLUSTER = List.of(
            "ClusterRole",
            "ClusterRoleBinding",
            "CustomResourceDefinition",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding");

    @TempDir
    static Path folder;

    private static Chart chart;

    @BeforeAll
    static void copy() throws IOException {
        chart = Chart.copiedTo(folder.resolve("basalt"));
    }

    @Test
    void passesHelmsOwnLintWithNothingWorseThanAHint() {
        var result = chart.lint();

        assertThat(result.isFailed()).isFalse();
        assertThat(result.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
    }

    @Test
    void putsEveryObjectIntoTheReleasesNamespaceAndLabelsIt() {
        for (Map<String, Object> object : Chart.objects(chart.render(Map.of()))) {
            Map<String, Object> metadata = Chart.map(object.get("metadata"));
            boolean isOfTheCluster = OF_THE_CLUSTER.contains(object.get("kind"));
            assertThat(metadata.get("namespace")).isEqualTo(isOfTheCluster ? null : Chart.NAMESPACE);
            assertThat(Chart.map(metadata.get("labels")))
                    .containsEntry("app.kubernetes.io/instance", Chart.RELEASE)
                    .containsEntry("app.kubernetes.io/part-of", "basalt")
                    .containsKeys("app.kubernetes.io/component", "helm.sh/chart");
        }
    }

    /** A value that changes nothing would be a promise that is not kept. */
    @Test
    void rendersSomethingElseWhenAnyOneValueChanges() {
        List<String> without = new ArrayList<>();
        for (Leaf leaf : leaves("", chart.values(), chart.schema())) {
            Map<String, Object> before = switchedOn(leaf.path());
            if (chart.render(before).equals(chart.render(Chart.with(before, leaf.path(), leaf.changed())))) {
                without.add(leaf.path());
            }
        }

        assertThat(without).as("values without any effect").isEmpty();
    }

    @Test
    void refusesAValueThatItDoesNotKnowByName() {
        assertThatThrownBy(() -> chart.render(Map.of("scheduler", Map.of("replicaz", 3))))
                .hasMessageContaining("replicaz");
    }

    @Test
    void refusesAValueOfAnotherType() {
        assertThatThrownBy(() -> chart.render(Map.of("scheduler", Map.of("replicas", "many"))))
                .hasMessageContaining("replicas");
    }

    /**
     * A scheduler of a cluster listens beyond loopback only once it has a certificate; all else must be known to it.
     */
    @Test
    void writesFilesInWhichTheProgramsKnowEveryKey() throws IOException {
        List<Map<String, Object>> objects = Chart.objects(chart.render(Map.of()));
        Path scheduler = written("scheduler.yaml", objects);
        Path agent = written("agent.yaml", objects);

        assertThatThrownBy(() -> SchedulerConfig.from(List.of("--config", scheduler.toString()), Map.of()))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        wrong -> assertThat(wrong.mistakes())
                                .singleElement(InstanceOfAssertFactories.STRING)
                                .contains("'0.0.0.0' is not a loopback address"));
        assertThat(AgentConfig.read(List.of("--config", agent.toString())))
                .isInstanceOfSatisfying(
                        AgentConfig.Reading.Wrong.class,
                        wrong -> assertThat(wrong.mistakes())
                                .satisfiesExactly(
                                        mistake -> assertThat(mistake).contains("/var/run/secrets/basalt/token"),
                                        mistake -> assertThat(mistake).contains("/etc/basalt/ca/ca.crt"),
                                        mistake -> assertThat(mistake).contains("rel-basalt-scheduler.gpu.svc:7650")));
    }

    /** A file of a ConfigMap, put where a program can read it. */
    private static Path written(String name, List<Map<String, Object>> objects) throws IOException {
        for (Map<String, Object> object : objects) {
            Object text = Chart.map(object.get("data")).get(name);
            if (text != null) {
                return Files.writeString(folder.resolve(name), text.toString());
            }
        }
        throw new IllegalStateException("no ConfigMap holds " + name);
    }

    @Test
    void keepsTheCrdsOfAReleaseThatIsUninstalledUnlessToldOtherwise() {
        assertThat(policies(Map.of())).hasSize(2).containsOnly("keep");
        assertThat(policies(Map.of("crds", Map.of("keep", false)))).hasSize(2).containsOnly("");
    }

    @Test
    void installsNoCrdsBesideVolcano() {
        assertThat(policies(Map.of("crds", Map.of("enabled", false)))).isEmpty();
    }

    private static List<String> policies(Map<String, Object> values) {
        return Chart.objects(chart.render(values)).stream()
                .filter(object -> "CustomResourceDefinition".equals(object.get("kind")))
                .map(object -> Chart.map(Chart.map(object.get("metadata")).get("annotations")))
                .map(annotations -> String.valueOf(annotations.getOrDefault("helm.sh/resource-policy", "")))
                .toList();
    }

    /** What switches on the part that a value belongs to. */
    private static Map<String, Object> switchedOn(String path) {
        Map<String, Object> values = Map.of();
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            String part = path.substring(0, dot);
            Map<String, Object> known = chart.values();
            for (String name : part.split("\\.", -1)) {
                known = Chart.map(known.get(name));
            }
            if (known.containsKey("enabled") && !path.equals(part + ".enabled")) {
                values = Chart.with(values, part + ".enabled", true);
            }
        }
        return values;
    }

    /** One value, and another one that the schema allows. */
    private record Leaf(String path, Object changed) {}

    private static List<Leaf> leaves(String path, Object value, Map<String, Object> schema) {
        Map<String, Object> properties = Chart.map(schema.get("properties"));
        if (properties.isEmpty()) {
            return List.of(new Leaf(path, changed(value, schema)));
        }
        List<Leaf> leaves = new ArrayList<>();
        Chart.map(value).forEach((name, inner) -> {
            String innerPath = path.isEmpty() ? name : path + "." + name;
            leaves.addAll(leaves(innerPath, inner, Chart.map(properties.get(name))));
        });
        return leaves;
    }

    private static Object changed(Object value, Map<String, Object> schema) {
        if (schema.get("enum") instanceof List<?> allowed) {
            return allowed.stream()
                    .filter(each -> !each.equals(value))
                    .findFirst()
                    .orElseThrow();
        }
        return switch (value) {
            case Boolean flag -> !flag;
            case Integer number -> number + 1;
            case Map<?, ?> map -> Map.of("changed", "yes");
            case List<?> list -> List.of(item(Chart.map(schema.get("items"))));
            default -> text(String.valueOf(schema.getOrDefault("pattern", "")));
        };
    }

    private static Object item(Map<String, Object> schema) {
        return "string".equals(schema.get("type")) ? "changed" : Map.of("changed", "yes");
    }

    private static String text(String pattern) {
        if (pattern.contains("sha256")) {
            return "sha256:" + "a".repeat(64);
        }
        return pattern.startsWith("^/") ? "/changed" : "changed";
    }
}
