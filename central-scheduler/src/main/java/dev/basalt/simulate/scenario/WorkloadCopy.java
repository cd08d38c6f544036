package dev.basalt.simulate.scenario;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import java.util.List;

/** The same work under another name, or with other counts. */
public final class WorkloadCopy {
    private WorkloadCopy() {}

    /** A copy with its own name and UID. */
    static Workload named(Workload original, String name) {
        return new Workload(
                withGroups(
                        original.gang(),
                        name,
                        original.gang().groups(),
                        original.gang().minimum()),
                original.runMillis(),
                original.initMillis(),
                original.stopMillis());
    }

    /** The same gang with one role scaled; minimums shrink with it when they must. */
    public static Gang scaled(Gang gang, String role, int replicas) {
        List<MemberGroup> groups = gang.groups().stream()
                .map(group -> group.name().equals(role) ? scaled(group, replicas) : group)
                .toList();
        int desired = groups.stream().mapToInt(MemberGroup::desired).sum();
        return withGroups(gang, gang.name(), groups, Math.min(gang.minimum(), desired));
    }

    private static MemberGroup scaled(MemberGroup group, int replicas) {
        return new MemberGroup(
                group.name(),
                Math.min(group.minimum(), replicas),
                replicas,
                Math.max(group.maximum(), replicas),
                group.topology(),
                group.template(),
                group.children());
    }

    private static Gang withGroups(Gang gang, String name, List<MemberGroup> groups, int minimum) {
        return new Gang(
                name,
                gang.namespace(),
                name,
                gang.kind(),
                gang.queue(),
                gang.priorityClass(),
                gang.priority(),
                minimum,
                groups,
                gang.minResources(),
                gang.declaredRunMillis(),
                gang.checkpointMillis(),
                gang.ownership(),
                gang.schedulerName());
    }
}
