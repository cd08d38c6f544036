package dev.basalt.manifest.live;

import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.ContainerSpec.Launch;
import dev.basalt.core.model.Neighbours.Resident;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.Common;
import dev.basalt.manifest.PodGroups;
import dev.basalt.manifest.live.LivePod.Ask;
import dev.basalt.manifest.live.LivePod.Owner;
import dev.basalt.manifest.live.LivePod.Phase;
import dev.basalt.manifest.pod.Amounts;
import dev.basalt.manifest.pod.NeighbourRules;
import dev.basalt.manifest.pod.PodTemplates;
import dev.basalt.manifest.pod.Road;
import dev.basalt.manifest.text.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads {@code v1 Pod}. */
final class LivePods {
    /** Stands for the overhead of a pod's runtime class: it is there as long as the pod is, as a sidecar. */
    private static final String OVERHEAD = "runtime-class-overhead";

    private static final List<String> KEPT_ANNOTATIONS =
            List.of("basalt.dev/", "volcano.sh/", "scheduling.volcano.sh/");

    private LivePods() {}

    /** The pod; its ask is read only when {@code ours}. */
    static LivePod read(Field object, LiveMeta meta, boolean ours) {
        Field spec = object.at("spec");
        Field status = object.at("status");
        Phase phase = phase(status.at("phase").text(""));
        Ask ask = ours ? ask(object, meta.namespace()) : null;
        PodTemplate template = ask == null ? null : ask.template();
        return new LivePod(
                meta,
                owner(object),
                spec.at("schedulerName").text(""),
                phase,
                spec.at("nodeName").text(""),
                PodRequests.read(spec),
                phase == Phase.FAILED ? exitCode(status) : 0,
                ask,
                template == null
                        ? NeighbourRules.resident(object, meta.namespace())
                        : Resident.of(meta.namespace(), template),
                annotations(object.at("metadata").at("annotations")));
    }

    private static Phase phase(String text) {
        return switch (text) {
            case "Running", "Unknown" -> Phase.RUNNING;
            case "Succeeded" -> Phase.SUCCEEDED;
            case "Failed" -> Phase.FAILED;
            default -> Phase.PENDING;
        };
    }

    private static Owner owner(Field object) {
        for (Field reference : object.at("metadata").at("ownerReferences").items()) {
            if (reference.at("controller").text("").equals("true")) {
                return new Owner(
                        reference.at("apiVersion").text(""),
                        reference.at("kind").text(""),
                        reference.at("name").text(""),
                        reference.at("uid").text(""));
            }
        }
        return Owner.NONE;
    }

    /** The first container that ended badly; -1 when none says so, as after an eviction. */
    private static int exitCode(Field status) {
        for (String list : List.of("initContainerStatuses", "containerStatuses")) {
            for (Field container : status.at(list).items()) {
                int code = container.at("state").at("terminated").at("exitCode").whole(0, Integer.MIN_VALUE, 65_535);
                if (code != 0) {
                    return code;
                }
            }
        }
        return -1;
    }

    private static SortedMap<String, String> annotations(Field annotations) {
        SortedMap<String, String> kept = new TreeMap<>();
        for (String name : annotations.keys()) {
            if (KEPT_ANNOTATIONS.stream().anyMatch(name::startsWith)) {
                kept.put(name, annotations.at(name).text(""));
            }
        }
        return kept;
    }

    private static Ask ask(Field object, String namespace) {
        Field spec = object.at("spec");
        Field labels = object.at("metadata").at("labels");
        Unsupported.check(spec);
        PodTemplate template = PodTemplates.read(object, namespace, Road.KUBERNETES);
        int minimum =
                object.at("metadata").at("annotations").at(PodGroups.MIN_MEMBER).whole(0, 0, Common.MAX_MEMBERS);
        int priority = spec.at("priority").whole(0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        long runMillis = Common.runMillis(object, null);
        long checkpointMillis = Common.checkpointMillis(object);
        boolean refused = template == null || object.findings().refused();
        return new Ask(
                PodGroups.groupName(object).text(""),
                PodGroups.queue(object).text(""),
                minimum,
                Roles.role(labels),
                Roles.index(labels),
                spec.at("priorityClassName").text(""),
                priority,
                runMillis,
                checkpointMillis,
                claims(spec, object.at("metadata").at("name").text("")),
                refused || template == null ? null : lean(template, spec),
                refused ? LiveReader.firstError(object.findings()) : null);
    }

    /** A volume that lives as long as its pod has a claim named after both. */
    private static List<String> claims(Field spec, String podName) {
        TreeSet<String> claims = new TreeSet<>();
        for (Field volume : spec.at("volumes").items()) {
            String claim = volume.at("persistentVolumeClaim").at("claimName").text("");
            if (!claim.isEmpty()) {
                claims.add(claim);
            } else if (volume.at("ephemeral").present()) {
                claims.add(podName + "-" + volume.at("name").text(""));
            }
        }
        return List.copyOf(claims);
    }

    /** Without what only the kubelet needs, so that pods that differ in nothing else share one template. */
    private static PodTemplate lean(PodTemplate template, Field spec) {
        List<ContainerSpec> containers = new ArrayList<>();
        ResourceVector overhead = Amounts.read(spec.at("overhead"));
        if (!overhead.isZero()) {
            containers.add(new ContainerSpec(
                    OVERHEAD, ContainerSpec.Phase.RESTARTABLE_INIT, overhead, List.of(), Launch.NONE));
        }
        for (ContainerSpec container : template.containers()) {
            containers.add(new ContainerSpec(
                    container.name(), container.phase(), container.requests(), container.devices(), Launch.NONE));
        }
        return new PodTemplate(
                containers,
                template.nodeSelector(),
                template.nodeTerms(),
                template.tolerations(),
                template.hostPorts(),
                template.graceMillis(),
                template.labels(),
                template.neighbours());
    }

    /** A pod of which nothing can be said but that it is there. */
    static LivePod unreadable(LiveMeta meta, Field object, boolean ours, String why) {
        @Nullable
        Ask ask = ours ? new Ask("", "", 0, "", -1, "", 0, 0, 0, List.of(), null, new Live.Bad<>("", why)) : null;
        Field spec = object.at("spec");
        return new LivePod(
                meta,
                Owner.NONE,
                spec.at("schedulerName").text(""),
                phase(object.at("status").at("phase").text("")),
                spec.at("nodeName").text(""),
                ResourceVector.of(ResourceVector.PODS, 1),
                0,
                ask,
                Resident.NONE,
                new TreeMap<>());
    }
}
