package dev.basalt.manifest;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.Translated.PodGroupObject;
import dev.basalt.manifest.Translated.PodObject;
import dev.basalt.manifest.pod.PodTemplates;
import dev.basalt.manifest.pod.Quotas;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Shape;
import dev.basalt.manifest.text.VolcanoShapes;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code scheduling.volcano.sh/v1beta1 PodGroup} and {@code v1 Pod}, and makes gangs of them. */
public final class PodGroups {
    /** Annotation with the minimum of a group that no PodGroup describes. */
    public static final String MIN_MEMBER = "scheduling.volcano.sh/group-min-member";

    private static final List<String> GROUP_NAMES =
            List.of("scheduling.k8s.io/group-name", "scheduling.volcano.sh/group-name");
    private static final List<String> QUEUE_NAMES =
            List.of("scheduling.volcano.sh/queue-name", "volcano.sh/queue-name");

    private PodGroups() {}

    static @Nullable Translated readGroup(Field object, Header header) {
        Shape.check(object, VolcanoShapes.PodGroup.class);
        Field spec = object.at("spec");
        int minimum = spec.at("minMember").whole(1, 0, Common.MAX_MEMBERS);
        ResourceVector minResources = new ResourceVector(Quotas.read(spec.at("minResources")));
        MemberGroup.Topology topology = Common.topology(spec.at("networkTopology"));
        Common.notActedOn(spec, "minTaskMember", "subGroupPolicy");
        long runMillis = Common.runMillis(object, null);
        if (object.findings().refused()) {
            return null;
        }
        return new PodGroupObject(
                header.uid(),
                header.namespace(),
                header.name(),
                minimum,
                spec.at("queue").text(Queue.DEFAULT),
                spec.at("priorityClassName").text(""),
                minResources,
                topology,
                runMillis);
    }

    /** A pod of a group becomes a {@link PodObject}, one that stands alone a gang of one. */
    static @Nullable Translated readPod(Field object, Header header) {
        Shape.check(object, Pod.class);
        Field spec = object.at("spec");
        PodTemplate template = PodTemplates.read(object, header.namespace(), header.road());
        String scheduler = Common.schedulerName(spec.at("schedulerName"), "basalt", header.road());
        int priority = spec.at("priority").whole(0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        String priorityClass = spec.at("priorityClassName").text("");
        long runMillis = Common.runMillis(object, null);
        long checkpointMillis = Common.checkpointMillis(object);
        if (template == null || object.findings().refused()) {
            return null;
        }
        String group = annotation(object, GROUP_NAMES).text("");
        if (!group.isEmpty()) {
            return new PodObject(
                    header.uid(),
                    header.namespace(),
                    header.name(),
                    group,
                    template,
                    priorityClass,
                    priority,
                    scheduler);
        }
        return new Translated.GangObject(new Gang(
                header.uid(),
                header.namespace(),
                header.name(),
                "Pod",
                queue(object).text(Queue.DEFAULT),
                priorityClass,
                priority,
                1,
                List.of(MemberGroup.role(header.name(), 1, 1, template)),
                ResourceVector.ZERO,
                runMillis,
                checkpointMillis,
                ownership(header.road()),
                scheduler));
    }

    /** The gang of a group and its pods: one role of one member per pod, named like the pod. */
    public static Gang gang(PodGroupObject group, List<PodObject> pods, Road road) {
        List<MemberGroup> roles = new ArrayList<>();
        String priorityClass = group.priorityClass();
        int priority = 0;
        for (PodObject pod : pods) {
            roles.add(MemberGroup.role(pod.name(), 0, 1, pod.template()));
            priorityClass = priorityClass.isEmpty() ? pod.priorityClass() : priorityClass;
            priority = Math.max(priority, pod.priority());
        }
        List<MemberGroup> groups = group.topology() == null || roles.isEmpty()
                ? roles
                : List.of(new MemberGroup("all", 0, roles.size(), roles.size(), group.topology(), null, roles));
        return new Gang(
                group.uid(),
                group.namespace(),
                group.name(),
                "PodGroup",
                group.queue(),
                priorityClass,
                priority,
                group.minimum(),
                groups,
                group.minResources(),
                group.runMillis(),
                0,
                ownership(road),
                pods.isEmpty() ? "basalt" : pods.getFirst().schedulerName());
    }

    private static PodOwnership ownership(Road road) {
        return road == Road.STANDALONE ? PodOwnership.MANAGED : PodOwnership.BARE;
    }

    /** Where an object that has no queue field names its queue. */
    public static Field queue(Field object) {
        Field label = object.at("metadata").at("labels").at(QUEUE_NAMES.getFirst());
        Field annotation = annotation(object, QUEUE_NAMES);
        return annotation.present() || !label.present() ? annotation : label;
    }

    /** Where a pod names its group. */
    public static Field groupName(Field object) {
        return annotation(object, GROUP_NAMES);
    }

    private static Field annotation(Field object, List<String> names) {
        Field annotations = object.at("metadata").at("annotations");
        for (String name : names) {
            if (annotations.at(name).present()) {
                return annotations.at(name);
            }
        }
        return annotations.at(names.getFirst());
    }
}
