package dev.basalt.core.machine.members;

import dev.basalt.core.machine.Event.PodView;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every pod as its source last saw it, findable by UID and by the gang it says it belongs to. */
public final class PodBook {
    private final TreeMap<String, PodView> byUid = new TreeMap<>();
    private final TreeMap<String, TreeSet<String>> byGang = new TreeMap<>();

    /** The pod of that UID, or null. */
    public @Nullable PodView of(String podUid) {
        return byUid.get(podUid);
    }

    public void put(PodView pod) {
        remove(pod.uid());
        byUid.put(pod.uid(), pod);
        byGang.computeIfAbsent(gangOf(pod), any -> new TreeSet<>()).add(pod.uid());
    }

    public void remove(String podUid) {
        PodView gone = byUid.remove(podUid);
        if (gone != null) {
            TreeSet<String> podUids = byGang.get(gangOf(gone));
            if (podUids != null && podUids.remove(podUid) && podUids.isEmpty()) {
                byGang.remove(gangOf(gone));
            }
        }
    }

    /** Pods that say they belong to that gang, by UID. */
    public List<PodView> ofGang(String gangUid) {
        List<PodView> pods = new ArrayList<>();
        for (String podUid : byGang.getOrDefault(gangUid, new TreeSet<>())) {
            PodView pod = byUid.get(podUid);
            if (pod != null) {
                pods.add(pod);
            }
        }
        return pods;
    }

    private static String gangOf(PodView pod) {
        return pod.task() == null ? "" : pod.task().gangUid();
    }
}
