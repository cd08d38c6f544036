package dev.basalt.kubernetes.gang;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.kubernetes.Directory;
import dev.basalt.manifest.live.Live;
import dev.basalt.manifest.live.LiveGroup;
import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.live.LivePod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gathers pods and PodGroups into gangs, and says what changed when asked to {@link #flush}. What comes between two
 * flushes may come in any order: a pod before its PodGroup, a PodGroup before its pods. For one thread.
 *
 * <p>A pod waits for its PodGroup; a pod that shares its fate with no other needs none. Where a PodGroup goes while its
 * pods live, its unbound pods wait again, and bound ones stay what they are. A pod that is bound never changes its
 * group. The cost of a flush is that of what changed, and one look at each member of each group that did.
 */
public final class GangAssembler {
    private final Directory directory;
    private final GroupWishes wishes;
    private final String schedulerName;
    private final Teller teller;
    private final Map<String, Member> members = new HashMap<>();
    private final Map<String, PodView> strangers = new HashMap<>();
    private final Map<GroupKey.Id, Group> groups = new HashMap<>();
    private final Map<String, GroupKey.Id> objects = new HashMap<>();
    private final Set<Group> changedGroups = new LinkedHashSet<>();
    private final Map<String, Member> changedMembers = new LinkedHashMap<>();

    /** @param schedulerName scheduler of gangs without pods */
    public GangAssembler(Directory directory, GroupWishes wishes, Stamps stamps, String schedulerName) {
        this.directory = directory;
        this.wishes = wishes;
        this.schedulerName = schedulerName;
        teller = new Teller(stamps);
    }

    /** A pod is there and looks like this. */
    public void pod(LivePod pod) {
        LivePod.Ask ask = pod.ask();
        if (ask == null) {
            stranger(pod);
            return;
        }
        Member member = members.get(pod.meta().uid());
        GroupKey key = GroupKey.of(pod, ask);
        if (member != null && (member.pod().isBound() || member.key().equals(key))) {
            update(member, pod);
            return;
        }
        Member joining = new Member(pod, key);
        if (member != null) {
            leave(member);
            joining.continues(member);
        }
        join(joining);
    }

    /** Another scheduler's pod is of interest while it takes room on a node. */
    private void stranger(LivePod pod) {
        String uid = pod.meta().uid();
        if (!pod.isBound() || pod.isOver()) {
            strangerGone(uid);
            return;
        }
        PodView view = PodForm.foreign(pod);
        if (!view.equals(strangers.put(uid, view))) {
            teller.observed(view);
        }
    }

    private void strangerGone(String uid) {
        if (strangers.remove(uid) != null) {
            teller.podGone(uid);
        }
    }

    private void update(Member member, LivePod pod) {
        if (member.pod().saysTheSameAs(pod)) {
            return;
        }
        boolean held = member.holds();
        member.now(pod);
        Group group = groupOf(member);
        if (group.roles().refresh(member) || held != member.holds()) {
            changedGroups.add(group);
        }
        changedMembers.put(member.uid(), member);
    }

    private void join(Member member) {
        Group group = groups.computeIfAbsent(member.key().id(), absent -> new Group(member.key()));
        if (member.key().alone() && !group.key().alone()) {
            endGang(group);
        }
        group.joined(member);
        members.put(member.uid(), member);
        LivePod pod = member.pod();
        directory.put(new Directory.Pod(
                pod.meta().namespace(),
                pod.meta().name(),
                member.uid(),
                pod.owner().kind(),
                pod.owner().name()));
        changedMembers.put(member.uid(), member);
        changedGroups.add(group);
    }

    private void leave(Member member) {
        Group group = groupOf(member);
        group.roles().unseat(member);
        if (!group.gangUid().isEmpty()) {
            directory.leave(group.gangUid(), member.uid());
        }
        if (member.key().alone()) {
            endGang(group);
        }
        group.members().remove(member.uid());
        changedMembers.remove(member.uid());
        changedGroups.add(group);
    }

    /** A pod is gone. */
    public void podGone(String uid) {
        strangerGone(uid);
        Member member = members.remove(uid);
        if (member != null) {
            if (member.said() != null) {
                teller.podGone(uid);
            }
            leave(member);
            directory.removePod(uid);
        }
    }

    /** UIDs of pods that are known and not among these. */
    public List<String> podsWithout(Collection<String> uids) {
        TreeSet<String> gone = new TreeSet<>(podUids());
        uids.forEach(gone::remove);
        return List.copyOf(gone);
    }

    /** A PodGroup is there and looks like this. One that cannot be read is reported and stays what it was. */
    public void group(LiveMeta meta, Live<LiveGroup> live) {
        switch (live) {
            case Live.Good<LiveGroup> good -> group(good.value());
            case Live.Bad<LiveGroup> bad -> teller.refused(meta.title(), bad);
        }
    }

    private void group(LiveGroup object) {
        LiveMeta meta = object.meta();
        GroupKey.Id id = new GroupKey.Id(meta.namespace(), meta.name());
        Group group = groups.computeIfAbsent(
                id, absent -> new Group(new GroupKey(meta.namespace(), meta.name(), false, false)));
        LiveGroup known = group.object();
        if (known != null && !known.meta().uid().equals(meta.uid())) {
            groupGone(known.meta().uid());
        }
        group.object(object);
        objects.put(meta.uid(), id);
        wishes.settled(meta.namespace(), meta.name());
        changedGroups.add(group);
    }

    /** A PodGroup is gone. */
    public void groupGone(String uid) {
        GroupKey.Id id = objects.remove(uid);
        Group group = id == null ? null : groups.get(id);
        LiveGroup object = group == null ? null : group.object();
        if (group == null || object == null || !object.meta().uid().equals(uid)) {
            return;
        }
        if (!group.key().alone()) {
            endGang(group);
        }
        group.object(null);
        changedGroups.add(group);
    }

    /** These PodGroups are there and no others. */
    public void groupsListed(Collection<String> uids) {
        TreeSet<String> gone = new TreeSet<>(objects.keySet());
        uids.forEach(gone::remove);
        gone.forEach(this::groupGone);
    }

    private void endGang(Group group) {
        Gang gang = group.said();
        if (gang != null) {
            teller.deleted(gang);
            directory.removeGroup(gang.uid());
            group.said(null);
            changedMembers.putAll(group.members());
        }
    }

    private Group groupOf(Member member) {
        return Objects.requireNonNull(groups.get(member.key().id()), "a member's group is there");
    }

    /** What changed since the last flush, in the order in which the core should hear it. */
    public List<Event> flush() {
        seatNewcomers();
        changedGroups.forEach(this::settle);
        for (Member member : changedMembers.values()) {
            Gang gang = groupOf(member).said();
            String gangUid = gang == null ? "" : gang.uid();
            if (gang != null) {
                directory.join(gangUid, member.uid());
            }
            teller.tell(member, gangUid);
        }
        changedGroups.clear();
        changedMembers.clear();
        return teller.taken();
    }

    private void seatNewcomers() {
        Map<Group, List<Member>> newcomers = new LinkedHashMap<>();
        for (Member member : changedMembers.values()) {
            if (member.seat() == null) {
                newcomers
                        .computeIfAbsent(groupOf(member), absent -> new ArrayList<>())
                        .add(member);
            }
        }
        newcomers.forEach((group, unseated) -> {
            for (Member displaced : group.roles().seat(unseated)) {
                changedMembers.put(displaced.uid(), displaced);
            }
            changedGroups.add(group);
        });
    }

    private void settle(Group group) {
        if (group.isEmpty()) {
            groups.remove(group.key().id(), group);
            wishes.settled(group.key().namespace(), group.key().name());
            return;
        }
        wish(group);
        Gang before = group.said();
        Gang gang = GangForm.of(group, schedulerName);
        if (gang == null) {
            reportMissing(group);
            return;
        }
        directory.put(
                new Directory.Group(gang.uid(), gang.namespace(), group.key().name(), group.object() != null));
        if (!gang.equals(before)) {
            teller.applied(gang);
            group.said(gang);
        }
        if (before == null) {
            changedMembers.putAll(group.members());
        }
    }

    private void wish(Group group) {
        Member first = group.anyMember();
        if (first != null && group.object() == null && group.key().implied()) {
            wishes.wanted(group.key().namespace(), group.key().name(), first.pod());
        }
    }

    private void reportMissing(Group group) {
        if (!group.key().implied() && !group.members().isEmpty() && !group.reportedMissing()) {
            group.reportMissing();
            teller.missing(group.key().title());
        }
    }

    /** UIDs of all pods that the core was told of, sorted. */
    public List<String> podUids() {
        TreeSet<String> uids = new TreeSet<>(members.keySet());
        uids.addAll(strangers.keySet());
        return List.copyOf(uids);
    }

    /** UIDs of all gangs that the core was told of, sorted. */
    public List<String> gangUids() {
        TreeSet<String> uids = new TreeSet<>();
        for (Group group : groups.values()) {
            Gang gang = group.said();
            if (gang != null) {
                uids.add(gang.uid());
            }
        }
        return List.copyOf(uids);
    }
}
