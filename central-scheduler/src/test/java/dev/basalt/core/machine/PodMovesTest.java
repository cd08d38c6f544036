package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A pod that waits becomes another member, of its gang or of another. */
class PodMovesTest {
    private final Rig rig = Rig.withGpus(4);

    @Test
    void countsAPodThatChangedItsGangForTheNewOneAlone() {
        rig.submit(Rig.givenGang("left", 2, PodOwnership.BARE));
        rig.submit(Rig.givenGang("right", 2, PodOwnership.BARE));
        observe("a", Rig.task("left", 0));
        observe("b", Rig.task("right", 0));
        rig.settle();

        observe("a", Rig.task("right", 1));
        rig.settle();

        assertThat(rig.phase("right")).isEqualTo(Phase.RUNNING);
        assertThat(rig.phase("left")).isEqualTo(Phase.PENDING);
        assertThat(rig.gang("left").members()).isEmpty();
    }

    @Test
    void letsAnotherPodHaveThePlaceThatOneGaveUp() {
        rig.submit(Rig.givenGang("g", 2, PodOwnership.BARE));
        observe("a", Rig.task("g", 0));
        rig.settle();

        observe("a", Rig.task("g", 1));
        observe("b", Rig.task("g", 0));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.placement("g", 0).podUid()).isEqualTo("b");
        assertThat(rig.placement("g", 1).podUid()).isEqualTo("a");
    }

    @Test
    void givesUpADecisionOnAPodThatBecameAnotherMember() {
        rig.submit(Rig.givenGang("left", 1, PodOwnership.BARE));
        rig.submit(Rig.givenGang("right", 1, PodOwnership.BARE));
        observe("a", Rig.task("left", 0));

        observe("a", Rig.task("right", 0));
        rig.settle();

        assertThat(rig.phase("left")).isEqualTo(Phase.PENDING);
        assertThat(rig.phase("right")).isEqualTo(Phase.RUNNING);
        assertThat(rig.placement("right", 0).task()).isEqualTo(Rig.task("right", 0));
    }

    @Test
    void placesNoPodThatBelongsToNobodyAnyMore() {
        rig.submit(Rig.givenGang("g", 2, PodOwnership.BARE));
        observe("a", Rig.task("g", 0));
        rig.settle();

        observe("a", null);
        observe("b", Rig.task("g", 1));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.PENDING);
        assertThat(rig.sent(Effect.Bind.class)).isEmpty();
    }

    @Test
    void takesABoundPodAndItsGrantsIntoAnotherGang() {
        rig.submit(Rig.givenGang("old", 1, PodOwnership.BARE));
        observe("a", Rig.task("old", 0));
        rig.settle();
        var before = rig.placement("old", 0);
        rig.submit(Rig.givenGang("new", 2, PodOwnership.BARE));

        rig.step(new Event.PodObserved("test", bound("a", before, Rig.task("new", 1)), rig.nextVersion()));
        rig.settle();

        var after = rig.placement("new", 0);
        assertThat(after.podUid()).isEqualTo("a");
        assertThat(after.grants()).extracting(Grant::key).isEqualTo(keys(before));
        assertThat(rig.givingBack(before.nodeName())).isEmpty();
        assertThat(rig.sent(Effect.WithdrawGrants.class)).isEmpty();
        assertThat(rig.gang("old").members()).isEmpty();
    }

    @Test
    void takesAPodThatIsOverIntoAnotherGang() {
        rig.submit(Rig.givenGang("old", 1, PodOwnership.BARE));
        observe("a", Rig.task("old", 0));
        rig.settle();
        var over = bound("a", rig.placement("old", 0), Rig.task("old", 0));
        rig.submit(Rig.givenGang("new", 1, PodOwnership.BARE));
        rig.step(new Event.PodObserved("test", ended(over, Rig.task("old", 0)), rig.nextVersion()));

        rig.step(new Event.PodObserved("test", ended(over, Rig.task("new", 0)), rig.nextVersion()));
        rig.settle();

        assertThat(rig.phase("new")).isEqualTo(Phase.COMPLETED);
    }

    /** Another leader counted the members otherwise, and its binds are what holds. */
    @Test
    void givesABoundPodThePlaceThatAnotherWasTakenFor() {
        rig.submit(Rig.givenGang("g", 3, PodOwnership.CONTROLLER));
        observe("a", Rig.task("g", 0));
        observe("b", Rig.task("g", 1));
        rig.settle();

        var elsewhere = view("a", Rig.task("g", 1), Event.PodView.Phase.RUNNING, "n1", List.of());
        rig.step(new Event.PodObserved("test", elsewhere, rig.nextVersion()));
        observe("b", Rig.task("g", 0));
        observe("c", Rig.task("g", 2));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.gang("g").members())
                .extracting(PublishedView.MemberView::podUid)
                .containsExactly("b", "a", "c");
    }

    /** As its annotations tell what it got. */
    private static Event.PodView bound(String uid, PlacementRecord at, TaskId task) {
        return view(uid, task, Event.PodView.Phase.RUNNING, at.nodeName(), at.grants());
    }

    private static Event.PodView ended(Event.PodView pod, TaskId task) {
        return view(pod.uid(), task, Event.PodView.Phase.SUCCEEDED, pod.nodeName(), pod.grants());
    }

    private static List<Grant.Key> keys(PlacementRecord record) {
        return record.grants().stream().map(Grant::key).toList();
    }

    private void observe(String uid, @Nullable TaskId task) {
        rig.step(new Event.PodObserved("test", pod(uid, task), rig.nextVersion()));
    }

    private static Event.PodView pod(String uid, @Nullable TaskId task) {
        return view(uid, task, Event.PodView.Phase.PENDING, "", List.of());
    }

    private static Event.PodView view(
            String uid, @Nullable TaskId task, Event.PodView.Phase phase, String node, List<Grant> grants) {
        Event.PodView member = Rig.pod(uid, Rig.task("any", 0));
        return new Event.PodView(
                uid, uid, task, member.schedulerName(), phase, false, node, member.requests(), grants, 0);
    }
}
