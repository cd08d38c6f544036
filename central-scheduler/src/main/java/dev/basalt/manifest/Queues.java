package dev.basalt.manifest;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.GpuNames;
import dev.basalt.manifest.pod.Quotas;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Shape;
import dev.basalt.manifest.text.VolcanoShapes;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code scheduling.volcano.sh/v1beta1 Queue}. */
final class Queues {
    private static final int MAX_WEIGHT = 65_535; // the CRD's maximum
    private static final String GUARANTEE = "guarantee";

    private Queues() {}

    static @Nullable Translated read(Field object, Header header) {
        Shape.check(object, VolcanoShapes.Queue.class);
        Field spec = object.at("spec");
        if (header.name().equals(Queue.ROOT)) {
            object.at("metadata").at("name").error("always exists and cannot be changed", "name the queue otherwise");
        }
        int weight = spec.at("weight").whole(1, 1, MAX_WEIGHT);
        int priority = spec.at("priority").whole(0, 0, Integer.MAX_VALUE);
        String parent = spec.at("parent").text(Queue.ROOT);
        if (parent.equals(header.name())) {
            spec.at("parent").error("is the queue itself", "name another queue, or remove the line");
        }
        SortedMap<String, Long> capability = Quotas.read(spec.at("capability"));
        SortedMap<String, Long> deserved = Quotas.read(spec.at("deserved"));
        SortedMap<String, Long> guarantee = Quotas.read(spec.at(GUARANTEE).at("resource"));
        ordered(spec.at("deserved"), deserved, "capability", capability);
        ordered(spec.at(GUARANTEE).at("resource"), guarantee, "capability", capability);
        ordered(spec.at(GUARANTEE).at("resource"), guarantee, "deserved", deserved);
        boolean reclaimable = spec.at("reclaimable").flag(true);
        notHandled(spec);
        if (object.findings().refused()) {
            return null;
        }
        return new Translated.QueueObject(new Queue(
                header.name(),
                parent,
                weight,
                priority,
                new Capability(capability),
                new ResourceVector(deserved),
                new ResourceVector(guarantee),
                reclaimable,
                true));
    }

    /** No part may be more than the whole, for each resource that both name. */
    private static void ordered(
            Field partField, SortedMap<String, Long> part, String wholeName, SortedMap<String, Long> whole) {
        part.forEach((name, amount) -> {
            Long most = whole.get(name);
            if (most != null && amount > most) {
                partField.error(
                        "has more " + shown(name) + " (" + amount + ") than " + wholeName + " (" + most + ")",
                        "raise " + wholeName + " or lower this");
            }
        });
    }

    private static String shown(String resource) {
        return resource.equals(ResourceVector.GPU_MILLI) ? "thousandths of a GPU" : resource;
    }

    private static void notHandled(Field spec) {
        for (String name : List.of("affinity", "extendClusters", "dequeueStrategy", "type")) {
            if (spec.at(name).present()) {
                spec.at(name).warn("is not weighed yet", "if it were not there", "remove it");
            }
        }
        for (String quota : List.of("capability", "deserved")) {
            for (String name : spec.at(quota).keys()) {
                if (GpuNames.isGpu(name) && !name.equals(ResourceVector.GPU)) {
                    spec.at(quota)
                            .at(name)
                            .warn(
                                    "is not counted in quotas",
                                    "if it were not there",
                                    "limit nvidia.com/gpu; a share counts as its part of a GPU");
                }
            }
        }
    }
}
