package dev.basalt.manifest;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Nearest;
import dev.basalt.manifest.text.Shape;
import dev.basalt.manifest.text.Value;
import dev.basalt.manifest.text.VolcanoShapes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code batch.volcano.sh/v1alpha1 Job}. */
final class VolcanoJobs {
    private static final List<String> PLUGINS =
            List.of("env", "hcclrank", "mpi", "pytorch", "ray", "ssh", "svc", "tensorflow");
    private static final String MINIMUM = "minAvailable";

    private VolcanoJobs() {}

    static @Nullable Translated read(Field object, Header header) {
        Shape.check(object, VolcanoShapes.Job.class);
        Field spec = object.at("spec");
        if (!spec.present()) {
            spec.error("is missing", "write the job's tasks under spec");
            return null;
        }
        Field minimumField = minimumField(spec);
        VolcanoTasks tasks = VolcanoTasks.read(spec.at("tasks"), header, minimumField.whole(0, 0, Integer.MAX_VALUE));
        int minimum = tasks.minimum(minimumField);
        MemberGroup.Topology topology = Common.topology(spec.at("networkTopology"));
        plugins(spec.at("plugins"), header.road());
        Common.notActedOn(
                spec, header.road() == Road.STANDALONE ? new String[] {"policies", "volumes"} : new String[0]);
        String scheduler = Common.schedulerName(spec.at("schedulerName"), "volcano", header.road());
        long runMillis = Common.runMillis(object, spec.at("runningEstimate"));
        long checkpointMillis = Common.checkpointMillis(object);
        if (object.findings().refused() || tasks.roles().isEmpty()) {
            return null;
        }
        String priorityClass = spec.at("priorityClassName").text(tasks.priorityClass());
        return new Translated.GangObject(new Gang(
                header.uid(),
                header.namespace(),
                header.name(),
                "Job",
                spec.at("queue").text(Queue.DEFAULT),
                priorityClass,
                0,
                minimum,
                together(tasks.roles(), topology),
                ResourceVector.ZERO,
                runMillis,
                checkpointMillis,
                PodOwnership.MANAGED,
                scheduler));
    }

    /** Roles under one group that carries the job's topology, or bare when there is none. */
    private static List<MemberGroup> together(List<MemberGroup> roles, MemberGroup.@Nullable Topology topology) {
        if (topology == null) {
            return roles;
        }
        return List.of(new MemberGroup("all", roles.size(), roles.size(), roles.size(), topology, null, roles));
    }

    /** Where the minimum is written: {@code spec.minAvailable}, or where tutorials put it. */
    private static Field minimumField(Field spec) {
        Field right = spec.at(MINIMUM);
        Field quirk = spec.at("plugins").at("gang").at(MINIMUM);
        if (!quirk.present()) {
            return right;
        }
        String readAs = right.present() ? "if it were not there" : "spec.minAvailable: " + quirk.shown();
        quirk.warn("is no place for the minimum: gang is no job plugin", readAs, "move it to spec.minAvailable");
        return right.present() ? right : quirk;
    }

    private static void plugins(Field plugins, Road road) {
        for (String name : plugins.keys()) {
            Field plugin = plugins.at(name);
            boolean minimumAlone = name.equals("gang") && plugin.keys().equals(List.of(MINIMUM));
            if (minimumAlone) {
                continue;
            }
            if (!PLUGINS.contains(name)) {
                String nearest = Nearest.to(name, PLUGINS);
                plugin.warn(
                        "is no job plugin",
                        "if it were not there",
                        nearest == null ? "use one of " + String.join(", ", PLUGINS) : "you meant '" + nearest + "'");
            } else if (plugin.present() && !(plugin.value() instanceof Value.Items)) {
                plugin.warn("is no list of arguments", "an empty list", "write " + name + ": []");
            } else if (road == Road.STANDALONE && !name.equals("env")) {
                plugin.warn(
                        "needs a cluster network, which standalone mode has not",
                        "if it were not there",
                        "use the rank and world size that every task gets in its environment");
            }
        }
    }
}
