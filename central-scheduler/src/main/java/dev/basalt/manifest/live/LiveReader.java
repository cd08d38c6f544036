package dev.basalt.manifest.live;

import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.manifest.Translated.PriorityClassObject;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Finding;
import dev.basalt.manifest.text.Findings;
import dev.basalt.manifest.text.Value;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Reads objects that an API server has accepted, each by itself. Unknown fields are ignored: a newer API server may
 * have any. Whatever is wrong with an object, and whatever breaks in here, costs that object alone.
 */
public final class LiveReader {
    private LiveReader() {}

    /** Who the object is. */
    public static LiveMeta meta(Value object) {
        return LiveMeta.read(Field.root(object, new Findings("object")));
    }

    public static Live<NodeSpec> node(Value object) {
        return read(object, "Node", LiveNodes::read);
    }

    public static Live<Queue> queue(Value object) {
        return read(object, "Queue", LiveQueues::read);
    }

    public static Live<LiveGroup> group(Value object) {
        return read(object, "PodGroup", LiveGroups::read);
    }

    public static Live<LiveClaim> claim(Value object) {
        return read(object, "PersistentVolumeClaim", LiveVolumes::claim);
    }

    public static Live<LiveVolume> volume(Value object) {
        return read(object, "PersistentVolume", LiveVolumes::volume);
    }

    public static Live<PriorityClassObject> priorityClass(Value object) {
        return read(object, "PriorityClass", LiveReader::priorityClass);
    }

    /** Kubernetes' own two classes lie above what users may write, so all values are read. */
    private static PriorityClassObject priorityClass(Field object, LiveMeta meta) {
        return new PriorityClassObject(
                meta.name(),
                object.at("value").whole(0, Integer.MIN_VALUE, Integer.MAX_VALUE),
                object.at("globalDefault").flag(false));
    }

    /**
     * A pod. What it asks of its scheduler is read for those of {@code schedulerNames} only, and a refusal is in its
     * ask; what it takes of its node is read of all.
     */
    public static LivePod pod(Value object, Collection<String> schedulerNames) {
        Field field = Field.root(object, new Findings("Pod"));
        LiveMeta meta = LiveMeta.read(field);
        String scheduler = field.at("spec").at("schedulerName").text("");
        boolean ours = schedulerNames.contains(scheduler);
        try {
            return LivePods.read(field, meta, ours);
        } catch (RuntimeException bug) {
            return LivePods.unreadable(meta, field, ours, broken(bug));
        }
    }

    private static <T> Live<T> read(Value object, String kind, BiFunction<Field, LiveMeta, T> reader) {
        Findings findings = new Findings(kind);
        Field field = Field.root(object, findings);
        try {
            T read = reader.apply(field, LiveMeta.read(field));
            return findings.refused() ? firstError(findings) : new Live.Good<>(read);
        } catch (RuntimeException bug) {
            return new Live.Bad<>("", broken(bug));
        }
    }

    /** What refused an object. */
    static <T> Live.Bad<T> firstError(Findings findings) {
        List<Finding> errors = findings.list().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .toList();
        if (errors.isEmpty()) {
            return new Live.Bad<>("", "cannot be read. Maybe report it with this object.");
        }
        Finding first = errors.getFirst();
        String value = first.value().isEmpty() ? "" : "'" + first.value() + "' ";
        return new Live.Bad<>(first.field(), (value + first.message() + " " + first.hint()).strip());
    }

    private static String broken(RuntimeException bug) {
        return "met a mistake of ours: " + bug + ". Maybe report it with this object.";
    }
}
