package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.basalt.core.machine.Effect.Evict.Cause;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.model.NodeSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GangEndTest {
    @Test
    void completesWhenItsMinimumSucceeded() {
        Rig rig = Rig.withGpus(3);
        rig.submit(Rig.gang("g", 2, 3, 1));
        rig.settle();

        rig.step(rig.agent("n1").end("g-0.0", 0));
        rig.step(rig.agent("n1").end("g-1.0", 1));
        rig.step(rig.agent("n1").end("g-2.0", 0));
        rig.settle();

        assertThat(rig.gang("g").spec().status()).isEqualTo(new GangStatus(Phase.COMPLETED, 0, 0, 0, 2, 1, ""));
    }

    @Test
    void failsWhenTooFewSucceeded() {
        Rig rig = Rig.withGpus(2);
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        rig.step(rig.agent("n1").end("g-0.0", 0));
        rig.step(rig.agent("n1").end("g-1.0", 1));
        rig.settle();

        assertThat(rig.gang("g").spec().status()).isEqualTo(new GangStatus(Phase.FAILED, 0, 0, 0, 1, 1, ""));
        assertThat(rig.sent(Effect.CreatePods.class)).hasSize(1);
    }

    @Test
    void keepsRoomOfAnEndedPodUntilItsAgentReleasesTheGrant() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.submit(Rig.gang("next", 1, 1, 1));
        rig.settle();

        rig.step(rig.agent("n1").end("g-0.0", 0));
        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0");
        assertThat(rig.devicesOf("next")).isEmpty();
        rig.settle();

        assertThat(rig.devicesOf("next")).containsExactly("n1-gpu0");
    }

    @Test
    void endsPodsOfADeletedGangAndForgetsIt() {
        Rig rig = Rig.withGpus(2);
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        rig.delete("g");
        rig.settle();

        assertThat(rig.sent(Effect.Evict.class)).extracting(Effect.Evict::cause).containsOnly(Cause.GANG_DELETED);
        assertThat(rig.machine.view().gangs()).isEmpty();
        assertThat(rig.store.gangs).isEmpty();
        assertThat(rig.store.placements).isEmpty();
        assertThat(rig.agent("n1").held).isEmpty();
    }

    @Test
    void neverRevivesADeletedGang() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        rig.delete("g");
        rig.settle();

        rig.step(new Event.GangApplied("test", Rig.gang("g", 1, 1, 1), 5));
        rig.settle();

        assertThat(rig.machine.view().gangs()).isEmpty();
    }

    @Test
    void scalesDownFromTheHighestIndex() {
        Rig rig = Rig.withGpus(4);
        rig.submit(Rig.gang("g", 1, 4, 1));
        rig.settle();

        rig.submit(Rig.gang("g", 1, 2, 1));
        rig.settle();

        assertThat(rig.sent(Effect.Evict.class))
                .extracting(Effect.Evict::podUid, Effect.Evict::cause)
                .containsExactly(tuple("g-3.0", Cause.SCALED_DOWN), tuple("g-2.0", Cause.SCALED_DOWN));
        assertThat(rig.gang("g").spec().status()).isEqualTo(new GangStatus(Phase.RUNNING, 0, 0, 2, 0, 0, ""));
    }

    @Test
    void scalesUpByCreatingPodsForNewSlots() {
        Rig rig = Rig.withGpus(4);
        rig.submit(Rig.gang("g", 1, 2, 1));
        rig.settle();

        rig.submit(Rig.gang("g", 1, 3, 1));
        rig.settle();

        assertThat(rig.gang("g").spec().status()).isEqualTo(new GangStatus(Phase.RUNNING, 0, 0, 3, 0, 0, ""));
        assertThat(rig.devicesOf("g")).hasSize(3);
    }

    @Test
    void remakesAPodThatADrainTookAndRepairsBeforeNewWork() {
        Rig rig = Rig.withGpus(1, 1);
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();
        rig.submit(Rig.gang("filler", 1, 1, 1));
        rig.settle();

        rig.apply(Rig.node("n2", NodeSpec.Admission.DRAINING));
        rig.settle();
        assertThat(rig.phase("g")).isEqualTo(Phase.DEGRADED);
        rig.apply(Rig.node("n2", NodeSpec.Admission.OPEN));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0", "n2-gpu0");
        assertThat(rig.devicesOf("filler")).isEmpty();
    }

    @Test
    void keepsTheRoomOfALostMemberForItsReplacementThatIsStillBeingMade() {
        Rig rig = Rig.withGpus(1, 1);
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();
        rig.submit(Rig.gang("filler", 1, 1, 1));
        rig.settle();

        rig.apply(Rig.node("n2", NodeSpec.Admission.DRAINING));
        List<Effect> unanswered = rig.apply(Rig.node("n2", NodeSpec.Admission.OPEN));
        rig.settle();

        assertThat(unanswered).noneMatch(Effect.Bind.class::isInstance);
        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0", "n2-gpu0");
        assertThat(rig.devicesOf("filler")).isEmpty();
    }

    @Test
    void losesThePodsOfADeletedNodeAndPlacesTheirReplacements() {
        Rig rig = Rig.withGpus(1, 1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        rig.step(new Event.NodeDeleted("test", "n1", rig.nextVersion()));
        rig.settle();

        assertThat(rig.devicesOf("g")).containsExactly("n2-gpu0");
        assertThat(rig.gang("g").members().getFirst().podUid()).isEqualTo("g-0.1");
    }

    @Test
    void keepsABoundedNumberOfEndedGangs() {
        Rig rig = Rig.withGpus(1);

        for (int batch = 0; batch < Limits.FINISHED_GANGS / 50 + 1; batch++) {
            List<Event> submitted = new ArrayList<>();
            for (int number = batch * 50; number < batch * 50 + 50; number++) {
                submitted.add(
                        new Event.GangApplied("test", Rig.gang("g%05d".formatted(number), 1, 1, 0), rig.nextVersion()));
            }
            rig.step(submitted);
            rig.settle();
            FakeAgent agent = rig.agent("n1");
            new ArrayList<>(agent.running.keySet()).forEach(podUid -> rig.wire.addAll(agent.end(podUid, 0)));
            rig.settle();
        }

        assertThat(rig.machine.view().gangs()).hasSize(Limits.FINISHED_GANGS);
        assertThat(rig.machine.view().gang("g00049")).isNull();
        assertThat(rig.store.gangs).hasSize(Limits.FINISHED_GANGS);
        assertThat(rig.store.placements).hasSize(Limits.FINISHED_GANGS);
    }
}
