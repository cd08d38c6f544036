package dev.basalt.manifest;

import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which kinds are read, and by whom. */
enum Kinds {
    VOLCANO_JOB("batch.volcano.sh/v1alpha1", "Job", false),
    POD_GROUP("scheduling.volcano.sh/v1beta1", "PodGroup", false),
    QUEUE("scheduling.volcano.sh/v1beta1", "Queue", true),
    JOB("batch/v1", "Job", false),
    POD("v1", "Pod", false),
    PRIORITY_CLASS("scheduling.k8s.io/v1", "PriorityClass", true),
    CONFIG_MAP("v1", "ConfigMap", false);

    private final String apiVersion;
    private final String kind;
    private final boolean clusterWide;

    Kinds(String apiVersion, String kind, boolean clusterWide) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.clusterWide = clusterWide;
    }

    boolean clusterWide() {
        return clusterWide;
    }

    String kind() {
        return kind;
    }

    /** The kind of an object; null when it is not handled, with the reason on its fields. */
    static @Nullable Kinds of(Field object) {
        String apiVersion = object.at("apiVersion").text("");
        String kindText = object.at("kind").text("");
        if (kindText.isEmpty()) {
            object.at("kind").error("is missing", "write kind: Job with apiVersion: batch.volcano.sh/v1alpha1");
            return null;
        }
        List<String> versions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Kinds each : values()) {
            names.add(each.kind);
            if (each.kind.equals(kindText)) {
                versions.add(each.apiVersion);
                if (each.apiVersion.equals(apiVersion)) {
                    return each;
                }
            }
        }
        if (versions.isEmpty()) {
            String nearest = Nearest.to(kindText, names);
            object.at("kind")
                    .error(
                            "is not handled here",
                            nearest == null
                                    ? "apply it with kubectl; handled here: Job, PodGroup, Queue, Pod, PriorityClass"
                                    : "you meant '" + nearest + "'");
        } else {
            object.at("apiVersion")
                    .error(
                            apiVersion.isEmpty()
                                    ? "is missing"
                                    : "is no version of " + kindText + " that is handled here",
                            "write " + String.join(" or ", versions));
        }
        return null;
    }

    /** Translates one object; null when it is refused, with the reasons on its fields. */
    @Nullable
    Translated read(Field object, Header header) {
        return switch (this) {
            case VOLCANO_JOB -> VolcanoJobs.read(object, header);
            case POD_GROUP -> PodGroups.readGroup(object, header);
            case QUEUE -> Queues.read(object, header);
            case JOB -> BatchJobs.read(object, header);
            case POD -> PodGroups.readPod(object, header);
            case PRIORITY_CLASS -> PriorityClasses.read(object, header);
            case CONFIG_MAP -> configMap(object);
        };
    }

    private static Translated configMap(Field object) {
        Field data = object.at("data");
        boolean configuration = data.keys().contains("volcano-scheduler.conf");
        object.at("kind")
                .warn(
                        "is noted and changes nothing",
                        configuration ? "a configuration of Volcano's scheduler" : "data for pods",
                        configuration ? "give the scheduler its policy in its own configuration file" : "leave it out");
        return new Translated.Noted(configuration ? "scheduler configuration" : "data");
    }
}
