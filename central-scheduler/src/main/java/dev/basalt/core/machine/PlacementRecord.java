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
 * @param exitCode exit code from {@link Stage#EXITED} on
 * @param endedWell true when it ended successfully
 * @param lost true when it was ended from outside: another pod fills its slot
 */
public record PlacementRecord(
        String podUid,
        TaskId task,
        String nodeName,
        ResourceVector requests,
        List<Grant> grants,
        Stage stage,
        int exitCode,
        boolean endedWell,
        boolean lost) {
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
        /** Its processes are over; its grants are not all released, so it still holds its room. */
        EXITED,
        /** Over: nothing of it is left. */
        ENDED
    }

    /** The same placement, further on. */
    public PlacementRecord in(Stage newStage) {
        return new PlacementRecord(podUid, task, nodeName, requests, grants, newStage, exitCode, endedWell, lost);
    }

    /** The same placement with its grants in other states. */
    public PlacementRecord withGrants(List<Grant> newGrants) {
        return new PlacementRecord(podUid, task, nodeName, requests, newGrants, stage, exitCode, endedWell, lost);
    }

    /** The same placement, its processes over. */
    public PlacementRecord exited(int code, boolean well, boolean isLost) {
        return new PlacementRecord(podUid, task, nodeName, requests, grants, Stage.EXITED, code, well, isLost);
    }

    /** True once every grant is stored by its agent; also when there are none. */
    public boolean accepted() {
        return grants.stream()
                .allMatch(grant ->
                        grant.state().compareTo(Grant.State.ACCEPTED) >= 0 && grant.state() != Grant.State.RELEASED);
    }

    /** True once its agent says of every grant that nothing is left; also when there are none. */
    public boolean released() {
        return grants.stream().allMatch(grant -> grant.state() == Grant.State.RELEASED);
    }

    /** True from the bind until it was asked to end: it counts as a member that is there. */
    public boolean seated() {
        return stage.compareTo(Stage.BINDING) >= 0 && stage.compareTo(Stage.TERMINATING) < 0;
    }
}
