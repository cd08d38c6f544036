package dev.basalt.manifest.pod;

import dev.basalt.core.device.DeviceRequest.Selector;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a pod template or a pod ({@code metadata} and {@code spec}). */
public final class PodTemplates {
    private static final int MAX_GRACE_SECONDS = 366 * 24 * 3600;

    private PodTemplates() {}

    /**
     * The template; null when a field of it is refused. Problems are reported on the fields they are in.
     *
     * @param namespace where its pods are
     */
    public static @Nullable PodTemplate read(Field pod, String namespace, Road road) {
        Field spec = pod.at("spec");
        if (!spec.present()) {
            spec.error("is missing", "write the pod's spec with its containers");
            return null;
        }
        notHandled(spec);
        List<ContainerSpec> containers =
                Containers.read(spec, road, selector(pod.at("metadata").at("annotations")));
        int graceSeconds = spec.at("terminationGracePeriodSeconds")
                .whole((int) (PodTemplate.DEFAULT_GRACE_MILLIS / 1000), 0, MAX_GRACE_SECONDS);
        SortedMap<String, String> nodeSelector = spec.at("nodeSelector").textMap();
        var terms = NodeRules.terms(spec, road);
        var tolerations = NodeRules.tolerations(spec);
        List<String> ports = hostPorts(spec);
        NeighbourRules rules = new NeighbourRules(pod, namespace);
        var neighbours = rules.read();
        if (pod.findings().refused() || containers.isEmpty()) {
            return null;
        }
        return new PodTemplate(
                containers, nodeSelector, terms, tolerations, ports, graceSeconds * 1000L, rules.labels(), neighbours);
    }

    private static void notHandled(Field spec) {
        if (!spec.at("resourceClaims").items().isEmpty()) {
            spec.at("resourceClaims")
                    .error("asks for devices by claim, which is not handled", "ask with nvidia.com/gpu");
        }
        for (String name : List.of("schedulingGates", "overhead", "resources")) {
            Field field = spec.at(name);
            if (field.present() && field.value() != null) {
                field.warn("is not weighed yet", "if it were not there", "remove it");
            }
        }
    }

    /** Host ports as {@code TCP/8080}; with the host's network every container port is one. */
    private static List<String> hostPorts(Field spec) {
        boolean hostNetwork = spec.at("hostNetwork").flag(false);
        List<String> ports = new ArrayList<>();
        for (Field container : spec.at("containers").items()) {
            for (Field port : container.at("ports").items()) {
                Field number = hostNetwork ? port.at("containerPort") : port.at("hostPort");
                int value = number.whole(0, 0, 65_535);
                String protocol = port.at("protocol").text("TCP");
                if (!List.of("TCP", "UDP", "SCTP").contains(protocol)) {
                    port.at("protocol").error("is no protocol", "write TCP, UDP or SCTP");
                } else if (value > 0) {
                    ports.add(protocol + "/" + value);
                }
            }
        }
        return ports.stream().sorted().distinct().toList();
    }

    /** Which devices qualify, from the annotations of Volcano's and HAMi's device plugins. */
    private static Selector selector(Field annotations) {
        return new Selector(
                list(annotations, "nvidia.com/use-gputype"),
                list(annotations, "nvidia.com/nouse-gputype"),
                list(annotations, "volcano.sh/vgpu-use-gpuuuid", "nvidia.com/use-gpuuuid"),
                list(annotations, "volcano.sh/vgpu-nouse-gpuuuid", "nvidia.com/nouse-gpuuuid"));
    }

    private static List<String> list(Field annotations, String... keys) {
        return Stream.of(keys)
                .flatMap(key -> Stream.of(annotations.at(key).text("").split(",", -1)))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }
}
