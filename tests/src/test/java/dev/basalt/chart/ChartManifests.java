package dev.basalt.chart;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Objects of the chart as a cluster gets them. */
public final class ChartManifests {
    /** Names that the chart gives under this release. */
    public static final String SCHEDULER = Chart.RELEASE + "-basalt-scheduler";

    private static final YAMLMapper YAML = new YAMLMapper();

    private ChartManifests() {}

    /** Makes or changes all objects of these kinds, as if the release were in that namespace. */
    public static void apply(KubernetesClient client, Path scratch, String namespace, List<String> kinds)
            throws IOException {
        String rendered = Chart.copiedTo(scratch).render(Map.of("namespaceOverride", namespace));
        for (Map<String, Object> object : Chart.objects(rendered)) {
            if (kinds.contains(String.valueOf(object.get("kind")))) {
                byte[] text = YAML.writeValueAsString(object).getBytes(StandardCharsets.UTF_8);
                var _ = client.load(new ByteArrayInputStream(text))
                        .forceConflicts()
                        .serverSideApply();
            }
        }
    }
}
