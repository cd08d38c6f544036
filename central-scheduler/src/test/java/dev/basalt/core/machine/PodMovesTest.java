package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.TaskId;
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

    private void observe(String uid, @Nullable TaskId task) {
        rig.step(new Event.PodObserved("test", pod(uid, task), rig.nextVersion()));
    }

    private static Event.PodView pod(String uid, @Nullable TaskId task) {
        Event.PodView member = Rig.pod(uid, Rig.task("any", 0));
        return new Event.PodView(
                uid,
                uid,
                task,
                member.schedulerName(),
                member.phase(),
                false,
                "",
                member.requests(),
                member.grants(),
                0);
    }
}
