package dev.basalt.kubernetes.gang;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.BindAnnotations;
import dev.basalt.manifest.live.Json;
import dev.basalt.manifest.live.LivePod;
import dev.basalt.manifest.live.LiveReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pod in the making, as the API server's JSON. */
final class PodText {
    private final String uid;
    private final TreeMap<String, String> annotations = new TreeMap<>();
    private final TreeMap<String, String> labels = new TreeMap<>();
    private long version = 1;
    private int second;
    private String scheduler = "basalt";
    private String owner = "";
    private String nodeName = "";
    private String phase = "Pending";
    private String spec = "";
    private int gpus;
    private boolean terminating;

    private PodText(String uid) {
        this.uid = uid;
    }

    static PodText pod(String uid) {
        return new PodText(uid);
    }

    PodText of(String group) {
        return annotated(BindAnnotations.GROUP, group);
    }

    PodText annotated(String name, String value) {
        annotations.put(name, value);
        return this;
    }

    PodText labelled(String name, String value) {
        labels.put(name, value);
        return this;
    }

    PodText role(String role) {
        return labelled("volcano.sh/task-spec", role);
    }

    PodText index(int index) {
        return labelled("volcano.sh/task-index", String.valueOf(index));
    }

    PodText madeAt(int newSecond) {
        second = newSecond;
        return this;
    }

    PodText version(long newVersion) {
        version = newVersion;
        return this;
    }

    PodText scheduler(String name) {
        scheduler = name;
        return this;
    }

    PodText ownedBy(String kind, String ownerUid) {
        owner = "{'apiVersion': 'apps/v1', 'kind': '%s', 'name': '%s', 'uid': '%s', 'controller': true}"
                .formatted(kind, kind + "-of-" + ownerUid, ownerUid);
        return this;
    }

    PodText phase(String newPhase) {
        phase = newPhase;
        return this;
    }

    PodText terminating() {
        terminating = true;
        return this;
    }

    PodText gpus(int count) {
        gpus = count;
        return this;
    }

    /** More of its spec, as {@code 'key': value,}. */
    PodText spec(String more) {
        spec = more;
        return this;
    }

    PodText on(String node) {
        nodeName = node;
        return this;
    }

    /** Bound by us as that member, with as many devices as it asks. */
    PodText boundAs(String role, int index, String node) {
        List<Grant> grants = new java.util.ArrayList<>();
        for (int device = 0; device < gpus; device++) {
            grants.add(grant(uid, node, device));
        }
        annotations.putAll(BindAnnotations.encode(
                new Effect.Bind(1, "g", new TaskId("g", role, index), uid, node, 5, grants, 0, 1, List.of(), 0, 0),
                ""));
        return on(node);
    }

    static Grant grant(String podUid, String node, int device) {
        return new Grant(
                new Grant.Key(podUid, "main", "GPU-" + node + "-" + device),
                node,
                81_000,
                1000,
                true,
                1,
                5,
                Grant.State.COMMITTED);
    }

    LivePod read() {
        String resources = gpus == 0
                ? "{'requests': {'cpu': '1'}}"
                : "{'requests': {'cpu': '1', 'nvidia.com/gpu': '%d'}, 'limits': {'nvidia.com/gpu': '%d'}}"
                        .formatted(gpus, gpus);
        return LiveReader.pod(
                Json.object("""
                {'metadata': {'name': '%s', 'namespace': 'team-a', 'uid': '%s', 'resourceVersion': '%d',
                   'creationTimestamp': '2026-11-30T00:%02d:%02dZ', %s 'annotations': {%s}, 'labels': {%s},
                   'ownerReferences': [%s]},
                 'spec': {'schedulerName': '%s', 'nodeName': '%s', %s
                   'containers': [{'name': 'main', 'resources': %s}]},
                 'status': {'phase': '%s'}}
                """.formatted(
                                "pod-" + uid,
                                uid,
                                version,
                                second / 60,
                                second % 60,
                                terminating ? "'deletionTimestamp': '2026-11-30T01:00:00Z'," : "",
                                map(annotations),
                                map(labels),
                                owner,
                                scheduler,
                                nodeName,
                                spec,
                                resources,
                                phase)),
                List.of("basalt", "volcano"));
    }

    private static String map(Map<String, String> entries) {
        StringBuilder text = new StringBuilder();
        entries.forEach((name, value) -> text.append(text.isEmpty() ? "" : ", ")
                .append('\'')
                .append(name)
                .append("': '")
                .append(value.replace("\"", "\\'"))
                .append('\''));
        return text.toString();
    }
}
