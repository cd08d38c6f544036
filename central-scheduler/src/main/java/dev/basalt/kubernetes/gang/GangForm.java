package dev.basalt.kubernetes.gang;

import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.manifest.live.LiveGroup;
import dev.basalt.manifest.live.LivePod;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the gang of a group as it stands. */
final class GangForm {
    private static final String GROUP_KIND = "PodGroup";
    private static final String POD_KIND = "Pod";
    private static final String ALL_ROLES = "all";

    private final Group group;
    private final @Nullable LiveGroup object;
    private String priorityClass;
    private @Nullable Integer priority;
    private long runMillis;
    private long checkpointMillis;
    private String schedulerName;
    private PodOwnership ownership;

    private GangForm(Group group, String schedulerName) {
        this.group = group;
        this.object = group.key().alone() ? null : group.object();
        this.schedulerName = schedulerName;
        priorityClass = object == null ? "" : object.priorityClass();
        runMillis = object == null ? 0 : object.runMillis();
        checkpointMillis = object == null ? 0 : object.checkpointMillis();
        ownership = group.members().isEmpty() ? PodOwnership.BARE : PodOwnership.CONTROLLER;
    }

    /**
     * The gang; null while the group has none.
     *
     * @param schedulerName scheduler of a gang without pods
     */
    static @Nullable Gang of(Group group, String schedulerName) {
        return group.gangUid().isEmpty() ? null : new GangForm(group, schedulerName).gang();
    }

    private Gang gang() {
        String queue = object == null ? "" : object.queue();
        String name = group.key().name();
        for (Member member : group.members().values()) {
            LivePod pod = member.pod();
            LivePod.Ask ask = pod.ask();
            if (ask == null) {
                continue;
            }
            schedulerName = pod.schedulerName();
            priorityClass = priorityClass.isEmpty() ? ask.priorityClass() : priorityClass;
            priority = priority == null ? ask.priority() : Integer.valueOf(Math.max(priority, ask.priority()));
            runMillis = Math.max(runMillis, ask.runMillis());
            checkpointMillis = Math.max(checkpointMillis, ask.checkpointMillis());
            queue = queue.isEmpty() ? ask.queueName() : queue;
            ownership = pod.owner().isNone() ? PodOwnership.BARE : ownership;
            name = group.key().alone() ? pod.meta().name() : name;
        }
        int minimum = object == null ? 1 : object.minimum();
        return new Gang(
                group.gangUid(),
                group.key().namespace(),
                name,
                object == null ? POD_KIND : GROUP_KIND,
                queue.isEmpty() ? Queue.DEFAULT : queue,
                priorityClass,
                priority == null ? 0 : priority,
                minimum,
                groups(minimum),
                object == null ? ResourceVector.ZERO : object.minResources(),
                runMillis,
                checkpointMillis,
                ownership,
                schedulerName);
    }

    private List<MemberGroup> groups(int minimum) {
        List<MemberGroup> roles = roles(minimum);
        MemberGroup.Topology topology = object == null ? null : object.topology();
        return topology == null || roles.isEmpty()
                ? roles
                : List.of(new MemberGroup(ALL_ROLES, 0, roles.size(), roles.size(), topology, null, roles));
    }

    /** Roles by name. Where a label has several templates its minimum is met by them in turn. */
    private List<MemberGroup> roles(int minimum) {
        SortedMap<String, Integer> owed = new TreeMap<>(object == null ? new TreeMap<>() : object.minimumByRole());
        SortedMap<String, Role> lastOfBase = new TreeMap<>();
        group.roles().roles().forEach(role -> lastOfBase.put(role.base(), role));
        boolean only = group.roles().roles().size() == 1;
        List<MemberGroup> roles = new ArrayList<>();
        for (Role role : group.roles().roles()) {
            int left = owed.getOrDefault(role.base(), 0);
            boolean last = role.equals(lastOfBase.get(role.base()));
            int least = last ? left : Math.min(left, role.span());
            owed.put(role.base(), left - least);
            int wanted = Math.max(role.span(), only ? Math.max(least, minimum) : least);
            roles.add(MemberGroup.role(role.name(), least, wanted, role.template()));
        }
        addAbsent(owed, roles);
        return roles;
    }

    /** Roles of which pods are owed and none is there: the gang must not start without them. */
    private void addAbsent(SortedMap<String, Integer> owed, List<MemberGroup> roles) {
        PodTemplate standIn = group.roles().anyTemplate();
        for (var each : owed.entrySet()) {
            boolean absent = roles.stream().noneMatch(role -> role.name().equals(each.getKey()));
            if (standIn != null && absent && each.getValue() > 0) {
                roles.add(MemberGroup.role(each.getKey(), each.getValue(), each.getValue(), standIn));
            }
        }
    }
}
