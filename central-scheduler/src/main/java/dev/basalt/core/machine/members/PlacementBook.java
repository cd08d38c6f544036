package dev.basalt.core.machine.members;

import dev.basalt.core.machine.PlacementRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every placed pod, findable by pod, node and gang. One placement per pod. */
public final class PlacementBook {
    private final TreeMap<String, Placement> byPod = new TreeMap<>();
    private final TreeMap<String, TreeSet<String>> byNode = new TreeMap<>();
    private final TreeMap<String, TreeSet<String>> byGang = new TreeMap<>();

    /** The placement of that pod, or null. */
    public @Nullable Placement of(String podUid) {
        return byPod.get(podUid);
    }

    /** All, by pod UID. */
    public List<Placement> all() {
        return new ArrayList<>(byPod.values());
    }

    /** Those on a node, by pod UID; those that are over included. */
    public List<Placement> onNode(String nodeName) {
        return pick(byNode.get(nodeName));
    }

    /** Those of a gang, by pod UID; those that are over included. */
    public List<Placement> ofGang(String gangUid) {
        return pick(byGang.get(gangUid));
    }

    public boolean hasAny(String gangUid) {
        return byGang.containsKey(gangUid);
    }

    public Placement put(PlacementRecord record, long generation) {
        Placement known = byPod.get(record.podUid());
        if (known != null) {
            throw new IllegalStateException("pod " + record.podUid() + " is placed on "
                    + known.record().nodeName() + " and cannot be placed on " + record.nodeName() + " as well");
        }
        Placement placement = new Placement(record, generation);
        byPod.put(record.podUid(), placement);
        byNode.computeIfAbsent(record.nodeName(), any -> new TreeSet<>()).add(record.podUid());
        byGang.computeIfAbsent(record.task().gangUid(), any -> new TreeSet<>()).add(record.podUid());
        return placement;
    }

    public void remove(String podUid) {
        Placement gone = byPod.remove(podUid);
        if (gone != null) {
            drop(byNode, gone.record().nodeName(), podUid);
            drop(byGang, gone.record().task().gangUid(), podUid);
        }
    }

    private List<Placement> pick(@Nullable SortedSet<String> podUids) {
        List<Placement> picked = new ArrayList<>();
        if (podUids != null) {
            for (String podUid : podUids) {
                Placement placement = byPod.get(podUid);
                if (placement != null) {
                    picked.add(placement);
                }
            }
        }
        return picked;
    }

    private static <S extends SortedSet<String>> void drop(SortedMap<String, S> index, String key, String podUid) {
        S podUids = index.get(key);
        if (podUids != null && podUids.remove(podUid) && podUids.isEmpty()) {
            index.remove(key);
        }
    }
}
