package dev.basalt.admin.show;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A published view turned around: what is on each node and each device. Made once per view. */
public final class Tables {
    private final PublishedView view;
    private final Map<String, ResourceVector> allocated = new TreeMap<>();
    private final Map<String, List<Grant>> grants = new TreeMap<>();
    private final Map<String, Gang> owners = new TreeMap<>();
    private final Map<String, String> podNames = new TreeMap<>();

    private Tables(PublishedView view) {
        this.view = view;
    }

    public static Tables of(PublishedView view) {
        Tables tables = new Tables(view);
        for (PublishedView.GangView gang : view.gangs()) {
            for (PublishedView.MemberView member : gang.members()) {
                PlacementRecord placement = member.placement();
                if (placement != null && placement.stage() != Stage.ENDED) {
                    tables.take(placement.nodeName(), placement.requests());
                    placement.grants().forEach(tables::take);
                    placement
                            .grants()
                            .forEach(grant -> tables.owners.put(
                                    grant.key().podUid(), gang.spec().gang()));
                    tables.podNames.put(member.podUid(), podName(gang.spec().gang(), member.task()));
                }
            }
        }
        for (PublishedView.NodeView node : view.nodes()) {
            node.givingBack().forEach(tables::take);
        }
        for (PublishedView.ForeignPod pod : view.foreignPods()) {
            tables.take(pod.nodeName(), pod.requests());
            pod.grants().forEach(tables::take);
            tables.podNames.put(pod.podUid(), pod.name());
        }
        return tables;
    }

    public PublishedView view() {
        return view;
    }

    /** What is taken of a node, GPUs apart. */
    ResourceVector allocated(String nodeName) {
        return allocated.getOrDefault(nodeName, ResourceVector.ZERO);
    }

    /** Grants on a device that still count, in order of key. */
    List<Grant> grants(String deviceUuid) {
        return grants.getOrDefault(deviceUuid, List.of());
    }

    /** The gang whose pod a grant is for; null when no gang of ours has that pod. */
    @Nullable
    Gang owner(Grant grant) {
        return owners.get(grant.key().podUid());
    }

    /** What people call the pod that a grant is for; empty when it is gone. */
    String podName(Grant grant) {
        return podNames.getOrDefault(grant.key().podUid(), "");
    }

    /** The name of the pod of a member of a gang. */
    static String podName(Gang gang, TaskId task) {
        return gang.name() + "-" + task.role() + "-" + task.index();
    }

    private void take(String nodeName, ResourceVector requests) {
        allocated.merge(nodeName, requests, ResourceVector::plus);
    }

    private void take(Grant grant) {
        if (grant.state() != Grant.State.RELEASED) {
            grants.computeIfAbsent(grant.key().deviceUuid(), uuid -> new ArrayList<>())
                    .add(grant);
        }
    }
}
