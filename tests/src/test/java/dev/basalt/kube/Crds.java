package dev.basalt.kube;

import dev.basalt.chart.Chart;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The chart's custom resource definitions, as a cluster has them once the chart is installed. */
public final class Crds {
    private static final int PATIENCE_SECONDS = 60;

    private Crds() {}

    /** Installs what is not there yet, and waits until all are served. */
    public static void install(KubernetesClient client) {
        for (Map<String, Object> object : rendered()) {
            if (object.get("kind") instanceof String kind && kind.equals("CustomResourceDefinition")) {
                var definition =
                        client.getKubernetesSerialization().convertValue(object, CustomResourceDefinition.class);
                var resource = client.resource(definition);
                if (resource.get() == null) {
                    resource.create();
                }
                resource.waitUntilCondition(Crds::isServed, PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static List<Map<String, Object>> rendered() {
        try {
            Path folder = Files.createTempDirectory("basalt-crds").resolve("basalt");
            return Chart.objects(Chart.copiedTo(folder).render(Map.of()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isServed(CustomResourceDefinition definition) {
        return definition != null
                && definition.getStatus() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }
}
