package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.GrantsReported.GrantReport;
import dev.basalt.core.model.Queue;
import dev.basalt.core.reason.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class GangStartTest {
    @Test
    void runsAGangThatFits() {
        Rig rig = Rig.withGpus(4, 4);

        rig.submit(Rig.gang("g", 2, 2, 4));
        rig.settle();

        assertThat(rig.gang("g").spec().status()).isEqualTo(new GangStatus(Phase.RUNNING, 0, 0, 2, 0, 0, ""));
        assertThat(rig.devicesOf("g"))
                .containsExactly(
                        "n1-gpu0", "n1-gpu1", "n1-gpu2", "n1-gpu3", "n2-gpu0", "n2-gpu1", "n2-gpu2", "n2-gpu3");
    }

    @Test
    void holdsNothingForAGangThatDoesNotFit() {
        Rig rig = Rig.withGpus(4);

        rig.submit(Rig.gang("g", 2, 2, 4));
        rig.settle();

        assertThat(rig.devicesOf("g")).isEmpty();
        assertThat(rig.phase("g")).isEqualTo(Phase.PENDING);
        assertThat(rig.gang("g").refusals()).anyMatch(Refusal.TooFewSeats.class::isInstance);
    }

    @Test
    void bindsNoMemberBeforeAllAreAccepted() {
        Rig rig = Rig.withGpus(4, 4);
        rig.deaf.add("n2");

        rig.submit(Rig.gang("g", 2, 2, 4));
        rig.settle();
        assertThat(rig.sent(Effect.Bind.class)).isEmpty();
        rig.deaf.clear();
        rig.pass(6_000);

        assertThat(rig.sent(Effect.Bind.class)).hasSize(2);
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void commitsGrantsOnceTheirPodsAreBound() {
        Rig rig = Rig.withGpus(1);

        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        Grant.Key key = new Grant.Key("g-0.0", "main", "n1-gpu0");
        assertThat(rig.sent(Effect.CommitGrants.class))
                .containsExactly(new Effect.CommitGrants(1, "n1", 1, List.of(key)));
        assertThat(rig.agent("n1").stateOf(key)).isEqualTo(Grant.State.IN_FORCE);
    }

    @Test
    void placesAGangElsewhereWhenANodeDoesNotAcceptInTime() {
        Rig rig = Rig.withGpus(1, 1);
        rig.deaf.add("n1");

        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        rig.pass(11_000);

        assertThat(rig.devicesOf("g")).containsExactly("n2-gpu0");
        assertThat(rig.givingBack("n1")).hasSize(1);
    }

    @Test
    void countsAWithdrawnGrantAsUsedUntilItsAgentReleasesIt() {
        Rig rig = Rig.withGpus(1);
        rig.deaf.add("n1");
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        rig.pass(45_000);
        assertThat(rig.devicesOf("g")).isEmpty();
        rig.deaf.clear();
        rig.pass(6_000);

        assertThat(rig.givingBack("n1")).isEmpty();
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void triesAnotherNodeWhenAnAgentRefusesAGrant() {
        Rig rig = Rig.withGpus(1, 1);
        rig.agent("n1").refusal = "disk is full";

        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        assertThat(rig.devicesOf("g")).containsExactly("n2-gpu0");
        assertThat(rig.machine.view().decisions())
                .anyMatch(decision -> decision.kind() == Effect.Decision.Kind.WITHDRAWN
                        && decision.detail().contains("disk is full"));
    }

    @Test
    void ignoresAnAcceptanceOfAnOlderGeneration() {
        Rig rig = Rig.withGpus(1);
        rig.deaf.add("n1");
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        Grant grant = rig.placement("g", 0).grants().getFirst();
        GrantReport old = new GrantReport(grant.key(), grant.generation() - 1, Grant.State.ACCEPTED, "");

        rig.step(new Event.GrantsReported("n1", rig.agent("n1").session(), List.of(old)));

        assertThat(rig.sent(Effect.Bind.class)).isEmpty();
    }

    @Test
    void tellsEveryMemberItsRankAndTheWorldSize() {
        Rig rig = Rig.withGpus(2);

        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        assertThat(rig.sent(Effect.Bind.class))
                .extracting(Effect.Bind::rank, Effect.Bind::worldSize)
                .containsExactly(tuple(0, 2), tuple(1, 2));
    }

    @Test
    void startsAGangWhenItsQueueAppears() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gangOf("research", "g"));
        rig.settle();
        assertThat(rig.gang("g").refusals()).containsExactly(new Refusal.NoSuchQueue("research"));

        rig.step(new Event.QueueApplied("test", Queue.unlimited("research"), rig.nextVersion()));
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void startsTheNextGangWhenTheFirstEnds() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("first", 1, 1, 1));
        rig.submit(Rig.gang("second", 1, 1, 1));
        rig.settle();
        assertThat(rig.phase("second")).isEqualTo(Phase.PENDING);

        rig.step(rig.agent("n1").end("first-0.0", 0));
        rig.settle();

        assertThat(rig.phase("first")).isEqualTo(Phase.COMPLETED);
        assertThat(rig.phase("second")).isEqualTo(Phase.RUNNING);
    }
}
