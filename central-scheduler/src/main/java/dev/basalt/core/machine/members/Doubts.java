package dev.basalt.core.machine.members;

import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.snapshot.Charge;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Binds that failed for us and may have succeeded for the API server: a time-out says nothing. Until the pod is seen
 * somewhere, or no such bind can be under way any more, its room on the node stays taken and its grants stay valid.
 */
public final class Doubts {
    private final TreeMap<String, Doubt> byCharge = new TreeMap<>();

    /**
     * A placement that may be bound.
     *
     * @param record the placement
     * @param charge what it takes while that may be, under the UID of {@link GiveBacks#chargeUid}
     * @param untilMillis until when it is possible
     */
    public record Doubt(PlacementRecord record, Charge charge, long untilMillis) {}

    public void add(Doubt doubt) {
        byCharge.put(doubt.charge().podUid(), doubt);
    }

    /** Takes out the doubt about a pod on a node, or null. */
    public @Nullable Doubt take(String podUid, String nodeName) {
        return byCharge.remove(GiveBacks.chargeUid(podUid, nodeName));
    }

    /** Doubts about a pod, by node. */
    public List<Doubt> ofPod(String podUid) {
        return all().stream()
                .filter(doubt -> doubt.record().podUid().equals(podUid))
                .toList();
    }

    /** Doubts about pods on a node, by pod UID. */
    public List<Doubt> onNode(String nodeName) {
        return all().stream()
                .filter(doubt -> doubt.record().nodeName().equals(nodeName))
                .toList();
    }

    /** All, by pod UID and node. */
    public List<Doubt> all() {
        return new ArrayList<>(byCharge.values());
    }
}
