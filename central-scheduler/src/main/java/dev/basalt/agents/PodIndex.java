package dev.basalt.agents;

import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.TaskId;
import dev.basalt.loop.ViewBoard;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the gang, the slot and the containers of a pod by its UID. Looks the published view through only for new pods.
 */
public final class PodIndex {
    private final ViewBoard board;
    private volatile Map<String, TaskId> slots = Map.of();
    private volatile long builtFrom = -1;

    public PodIndex(ViewBoard board) {
        this.board = board;
    }

    /** What is known of a pod: its gang, its member slot and its role. */
    public record Pod(Gang gang, TaskId task, MemberGroup role) {
        /** Name of the pod, as Volcano makes it. */
        public String name() {
            return gang.name() + "-" + task.role() + "-" + task.index();
        }

        /** When that container runs; a name that is not there counts as a main one. */
        public ContainerSpec.Phase phase(String container) {
            return role.phase(container);
        }
    }

    /** The pod of that UID; empty when the last view does not know it. */
    public Optional<Pod> find(String podUid) {
        ViewBoard.Shown shown = board.shown();
        if (!slots.containsKey(podUid) && builtFrom < shown.number()) {
            rebuild(shown);
        }
        TaskId task = slots.get(podUid);
        if (task == null) {
            return Optional.empty();
        }
        PublishedView.GangView gang = shown.view().gang(task.gangUid());
        MemberGroup role = gang == null ? null : gang.spec().gang().role(task.role());
        return gang == null || role == null
                ? Optional.empty()
                : Optional.of(new Pod(gang.spec().gang(), task, role));
    }

    private void rebuild(ViewBoard.Shown shown) {
        ConcurrentHashMap<String, TaskId> fresh = new ConcurrentHashMap<>();
        for (PublishedView.GangView gang : shown.view().gangs()) {
            for (PublishedView.MemberView member : gang.members()) {
                if (!member.podUid().isEmpty()) {
                    fresh.put(member.podUid(), member.task());
                }
            }
        }
        slots = fresh;
        builtFrom = shown.number();
    }
}
