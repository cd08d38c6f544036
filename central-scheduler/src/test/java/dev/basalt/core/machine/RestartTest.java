package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.Event.Listed;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartTest {
    @Test
    void hasTheSameGangsAndPlacementsAfterARestart() {
        Rig rig = Rig.withGpus(2, 2);
        rig.submit(Rig.gang("ends", 1, 1, 1));
        rig.submit(Rig.gang("runs", 2, 2, 1));
        rig.settle();
        rig.submit(Rig.gang("waits", 2, 2, 2));
        rig.settle();
        rig.step(rig.agent("n1").end("ends-0.0", 0));
        rig.settle();
        List<PublishedView.GangView> before = rig.machine.view().gangs();

        rig.restart();
        rig.reconnectAll();
        rig.settle();

        assertThat(rig.machine.view().gangs()).isEqualTo(before);
    }

    @Test
    void bindsAndStartsNothingTwiceAfterARestart() {
        Rig rig = Rig.withGpus(2);
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();
        rig.sent.clear();

        rig.restart();
        rig.reconnectAll();
        rig.settle();

        assertThat(rig.sent(Effect.Bind.class)).isEmpty();
        assertThat(rig.sent(Effect.CreatePods.class)).isEmpty();
        assertThat(rig.sent(Effect.WithdrawGrants.class)).isEmpty();
        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void completesADecidedGangOfAnOlderEpochOnceItsAgentsSpoke() {
        Rig rig = Rig.withGpus(1, 1);
        rig.deaf.add("n2");
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        rig.restart();
        rig.deaf.clear();
        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0", "n2-gpu0");
        rig.reconnectAll();
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0", "n2-gpu0");
    }

    @Test
    void givesADecidedGangUpWhenAnAgentNeverSpeaksAndKeepsItsRoomTaken() {
        Rig rig = Rig.withGpus(1, 1);
        rig.deaf.add("n2");
        rig.submit(Rig.gang("g", 2, 2, 1));
        rig.settle();

        rig.restart();
        rig.deaf.clear();
        rig.agent("n2").connected = false;
        rig.connect("n1");
        rig.settle();
        rig.pass(25_000);

        assertThat(rig.devicesOf("g")).isEmpty();
        assertThat(rig.agent("n1").held).isEmpty();
        assertThat(rig.givingBack("n2")).hasSize(1);
    }

    @Test
    void bindsAgainWhatWasBeingBoundWhenTheProcessDied() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settleUntil(Effect.Bind.class);

        rig.restart();
        rig.reconnectAll();
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.agent("n1").running).containsOnlyKeys("g-0.0");
    }

    @Test
    void plansNothingBeforeEveryKindWasListed() {
        Rig rig = new Rig();
        rig.step(new Event.LeaseGained(1));
        for (Listed.Kind kind : List.of(Listed.Kind.GANGS, Listed.Kind.QUEUES, Listed.Kind.PRIORITY_CLASSES)) {
            rig.list(kind, List.of());
        }
        rig.join("n1", 1);
        rig.list(Listed.Kind.NODES, List.of("n1"));
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        assertThat(rig.sent)
                .noneMatch(effect -> effect instanceof Effect.CreatePods
                        || effect instanceof Effect.WelcomeAgent
                        || effect instanceof Effect.SendGrants);
        assertThat(rig.machine.view().gate().waitsFor()).containsExactly("list of PODS");

        rig.list(Listed.Kind.PODS, List.of());
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
    }

    @Test
    void givesNoGpuOfANodeWhoseAgentHasNotSpokenUnderThisEpoch() {
        Rig rig = Rig.withGpus(1, 1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        rig.restart();
        rig.connect("n1");
        rig.submit(Rig.gang("late", 1, 1, 1));
        rig.settle();
        assertThat(rig.devicesOf("late")).isEmpty();
        rig.connect("n2");
        rig.settle();

        assertThat(rig.devicesOf("late")).containsExactly("n2-gpu0");
    }

    @Test
    void countsGrantsItDoesNotKnowAsUsedAndTakesThemBack() {
        Rig rig = new Rig();
        rig.lead(1);
        rig.deaf.add("n1");
        FakeAgent agent = new FakeAgent("n1");
        Grant stray = new Grant(
                new Grant.Key("old-pod", "main", "n1-gpu0"), "n1", 81_920, 0, true, 0, 1, Grant.State.IN_FORCE);
        agent.held.put(stray.key(), stray);
        rig.join("n1", 1, agent);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        assertThat(rig.devicesOf("g")).isEmpty();
        assertThat(rig.givingBack("n1")).containsExactly(stray);
        rig.deaf.clear();

        rig.pass(6_000);

        assertThat(rig.devicesOf("g")).containsExactly("n1-gpu0");
    }

    @Test
    void raisesItsEpochWhenAnAgentHasSeenAHigherOne() {
        Rig rig = new Rig();
        rig.lead(1);
        FakeAgent agent = new FakeAgent("n1");
        agent.epochSeen = 7;

        rig.join("n1", 1, agent);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();

        assertThat(rig.sent(Effect.RaiseEpoch.class)).containsExactly(new Effect.RaiseEpoch(8));
        assertThat(rig.sent(Effect.Bind.class)).extracting(Effect.Bind::epoch).containsExactly(8L);
        assertThat(rig.store.epoch).isEqualTo(8);
    }

    @Test
    void goesOnCountingDecisionsAfterARestart() {
        Rig rig = Rig.withGpus(1);
        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        long last = rig.store.counters.decision();

        rig.restart();
        rig.reconnectAll();
        rig.submit(Rig.gang("next", 1, 1, 1));
        rig.settle();

        assertThat(rig.machine.view().decisions().getFirst().id()).isGreaterThan(last);
        assertThat(rig.store.counters.generation()).isEqualTo(1);
    }

    @Test
    void saysNothingWhileItDoesNotLead() {
        Rig rig = Rig.withGpus(1);
        rig.step(new Event.LeaseLost(1));
        rig.sent.clear();

        rig.submit(Rig.gang("g", 1, 1, 1));
        rig.settle();
        assertThat(rig.sent).isEmpty();
        rig.step(new Event.LeaseGained(2));
        rig.reconnectAll();
        rig.settle();

        assertThat(rig.phase("g")).isEqualTo(Phase.RUNNING);
        assertThat(rig.store.gangs).containsOnlyKeys("g");
    }
}
