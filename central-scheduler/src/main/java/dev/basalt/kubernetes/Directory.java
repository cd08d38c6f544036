package dev.basalt.kubernetes;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * What writers must know of objects and the core does not carry: names for UIDs, and UIDs for names. Written by the
 * watches before the event that speaks of the object is put into the inbox, read by the writers; safe for all threads.
 * An object that is not in it does not exist as far as the watches know.
 */
public final class Directory {
    private final ConcurrentHashMap<String, Pod> pods = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Group> groups = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, ConcurrentSkipListSet<String>> members = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, String> nodeUids = new ConcurrentHashMap<>();
    private final ConcurrentSkipListSet<String> queueNames = new ConcurrentSkipListSet<>();

    /**
     * A pod of one of our schedulers.
     *
     * @param uid its UID
     * @param ownerKind kind of its controller, for example {@code ReplicaSet}; empty for a bare pod
     * @param ownerName name of its controller; empty for a bare pod
     */
    public record Pod(String namespace, String name, String uid, String ownerKind, String ownerName) {
        /** Whether somebody makes it again when it is gone. */
        public boolean hasController() {
            return !ownerKind.isEmpty();
        }
    }

    /**
     * A gang as users know it.
     *
     * @param gangUid UID that the core knows it by
     * @param name name of its PodGroup, whether that exists or not
     * @param hasPodGroupObject true while the API server has a PodGroup of that name, to which a status can be written
     */
    public record Group(String gangUid, String namespace, String name, boolean hasPodGroupObject) {}

    /** The pod of that UID, or null. */
    public @Nullable Pod pod(String podUid) {
        return pods.get(podUid);
    }

    /** The group of that gang, or null. */
    public @Nullable Group group(String gangUid) {
        return groups.get(gangUid);
    }

    /** UIDs of the pods of a gang, sorted; a copy. */
    public List<String> members(String gangUid) {
        var uids = members.get(gangUid);
        return uids == null ? List.of() : List.copyOf(uids);
    }

    /** UID of the node of that name, or null. */
    public @Nullable String nodeUid(String nodeName) {
        return nodeUids.get(nodeName);
    }

    /** Names of all queues that have an object, sorted; a copy. */
    public SortedSet<String> queueNames() {
        return new TreeSet<>(queueNames);
    }

    /** Pods known, for metrics. */
    public int podCount() {
        return pods.size();
    }

    public void put(Pod pod) {
        pods.put(pod.uid(), pod);
    }

    public void removePod(String podUid) {
        pods.remove(podUid);
    }

    public void put(Group group) {
        groups.put(group.gangUid(), group);
    }

    /** Forgets a gang and who its members are; the pods themselves stay. */
    public void removeGroup(String gangUid) {
        groups.remove(gangUid);
        members.remove(gangUid);
    }

    public void join(String gangUid, String podUid) {
        members.computeIfAbsent(gangUid, absent -> new ConcurrentSkipListSet<>())
                .add(podUid);
    }

    public void leave(String gangUid, String podUid) {
        members.computeIfPresent(gangUid, (uid, present) -> {
            present.remove(podUid);
            return present.isEmpty() ? null : present;
        });
    }

    public void putNode(String nodeName, String nodeUid) {
        nodeUids.put(nodeName, nodeUid);
    }

    public void removeNode(String nodeName) {
        nodeUids.remove(nodeName);
    }

    public void putQueue(String queueName) {
        queueNames.add(queueName);
    }

    public void removeQueue(String queueName) {
        queueNames.remove(queueName);
    }
}
