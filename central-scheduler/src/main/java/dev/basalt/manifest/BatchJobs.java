package dev.basalt.manifest;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.PodExpansion;
import dev.basalt.manifest.pod.PodTemplates;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Shape;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code batch/v1 Job}: one role of {@code parallelism} members that start one by one unless an annotation says
 * more.
 */
final class BatchJobs {
    private BatchJobs() {}

    static @Nullable Translated read(Field object, Header header) {
        Shape.check(object, Job.class);
        Field spec = object.at("spec");
        if (!spec.present()) {
            spec.error("is missing", "write the job's template under spec");
            return null;
        }
        if (spec.at("suspend").flag(false)) {
            spec.at("suspend").error("keeps the job from starting", "write suspend: false");
        }
        int members = members(spec);
        Field annotations = object.at("metadata").at("annotations");
        int minimum = annotations.at(PodGroups.MIN_MEMBER).whole(Math.min(1, members), 0, members);
        Field podSpec = spec.at("template").at("spec");
        String scheduler = Common.schedulerName(podSpec.at("schedulerName"), "basalt", header.road());
        int priority = podSpec.at("priority").whole(0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        long runMillis = Common.runMillis(object, null);
        long checkpointMillis = Common.checkpointMillis(object);
        PodTemplate template = PodTemplates.read(spec.at("template"), header.namespace(), header.road());
        if (template == null || object.findings().refused()) {
            return null;
        }
        return new Translated.GangObject(new Gang(
                header.uid(),
                header.namespace(),
                header.name(),
                "Job",
                PodGroups.queue(object).text(Queue.DEFAULT),
                podSpec.at("priorityClassName").text(""),
                priority,
                minimum,
                List.of(MemberGroup.role(PodExpansion.UNNAMED_ROLE, minimum, members, template)),
                ResourceVector.ZERO,
                runMillis,
                checkpointMillis,
                header.road() == Road.STANDALONE ? PodOwnership.MANAGED : PodOwnership.CONTROLLER,
                scheduler));
    }

    private static int members(Field spec) {
        int parallelism = spec.at("parallelism").whole(1, 0, Common.MAX_MEMBERS);
        Field completionsField = spec.at("completions");
        int completions = completionsField.whole(parallelism, 0, Integer.MAX_VALUE);
        if (completions > parallelism) {
            completionsField.warn(
                    "is more than parallelism " + parallelism + ", and pods that come later are not made yet",
                    String.valueOf(parallelism),
                    "set parallelism to " + completions);
        }
        int members = Math.min(parallelism, completions);
        if (members == 0) {
            spec.at("parallelism").error("asks for no pod at all", "write parallelism: 1");
        }
        return members;
    }
}
