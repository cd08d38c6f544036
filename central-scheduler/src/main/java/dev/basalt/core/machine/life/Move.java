package dev.basalt.core.machine.life;

import dev.basalt.core.machine.Effect.Evict;
import dev.basalt.core.machine.members.Placement;
import dev.basalt.core.machine.members.Slot;
import dev.basalt.core.model.TaskId;
import java.util.List;

/** One thing that a rule would do about a gang. */
sealed interface Move {
    /** Ask for pods for empty slots. */
    record AskPods(List<Slot> slots) implements Move {}

    /** Remove the pod of a slot that never ran and is not needed. */
    record DropPod(Slot slot) implements Move {}

    /** A pod that is there takes an empty slot. */
    record Fill(Slot slot, String podUid) implements Move {}

    /** Remove a pod that nobody needs: its slot has another. */
    record DropStray(String podUid) implements Move {}

    /** The pod of a slot is gone: the slot is empty. */
    record Vacate(Slot slot) implements Move {}

    /** The pod of a slot ended before it was placed. */
    record EndUnplaced(Slot slot) implements Move {}

    /** The slot is empty and not wanted any more. */
    record CloseSlot(TaskId task) implements Move {}

    /** Send a placement's grants that its agent has not accepted. */
    record SendGrants(Placement placement) implements Move {}

    /** All are accepted: bind them. */
    record Bind(List<Placement> placements) implements Move {}

    /** The pod is bound: commit its grants. */
    record Commit(Placement placement) implements Move {}

    /** Give up members that were decided and not bound; do not try those nodes for a while. */
    record Withdraw(List<Placement> placements, List<String> avoidNodes, String why) implements Move {}

    /** A bind failed: the member wants another node. */
    record Unseat(Placement placement, String why) implements Move {}

    /** Nobody can ask the agent that must answer for the placement. */
    record Miss(Placement placement) implements Move {}

    /** Ask a pod to end, for the first time or again. */
    record End(Placement placement, Evict.Cause cause, String detail) implements Move {}

    /** Its executor knows nothing of the pod. */
    record Lose(Placement placement) implements Move {}

    /** Its processes are over: ask the agent to release its grants. */
    record GiveBack(Placement placement) implements Move {}

    /** Since when fewer than its minimum are bound; {@link Long#MAX_VALUE} when none or enough are. */
    record HalfBound(long sinceMillis) implements Move {}

    /** When decided members are given up. */
    record WaveDeadline(long atMillis) implements Move {}

    /** Nothing of the gang is left: forget it. */
    record Forget() implements Move {}
}
