package dev.basalt.core.machine;

import dev.basalt.core.device.Grant;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.List;

/**
 * Where a pod was put, as the ledger keeps it and the core charges it.
 *
 * @param podUid pod
 * @param task member slot it fills
 * @param nodeName node
 * @param requests everything but GPUs that it takes there: max(init phases, sum of mains)
 * @param grants its GPU grants, sorted by key
 * @param stage how far it has come
 * @param exitCode exit code once {@link Stage#ENDED}
 * @param endedWell true when it ended successfully
 */
public record PlacementRecord(
        String podUid,
        TaskId task,
        String nodeName,
        ResourceVector requests,
        List<Grant> grants,
        Stage stage,
        int exitCode,
        boolean endedWell) {
    public PlacementRecord {
        grants = List.copyOf(grants);
    }

    /** Life of a placement, in order. Room is taken until {@link #ENDED}. */
    public enum Stage {
        /** Decided; its grants are not all accepted. */
        DECIDED,
        /** All of its gang's grants are accepted; the bind was sent. */
        BINDING,
        /** Bound, not seen running. */
        BOUND,
        RUNNING,
        /** Asked to end; still holds its room. */
        TERMINATING,
        /** Over: nothing of it runs. */
        ENDED
    }
}
