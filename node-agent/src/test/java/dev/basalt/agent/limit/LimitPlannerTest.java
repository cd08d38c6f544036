package dev.basalt.agent.limit;

import static dev.basalt.agent.limit.Limits.alone;
import static dev.basalt.agent.limit.Limits.changes;
import static dev.basalt.agent.limit.Limits.committed;
import static dev.basalt.agent.limit.Limits.endingAfter;
import static dev.basalt.agent.limit.Limits.facts;
import static dev.basalt.agent.limit.Limits.full;
import static dev.basalt.agent.limit.Limits.init;
import static dev.basalt.agent.limit.Limits.key;
import static dev.basalt.agent.limit.Limits.revision;
import static dev.basalt.agent.limit.Limits.share;
import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.agent.limit.EndedGrant.Why;
import dev.basalt.agent.limit.HeldGrant.Stage;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every rule of the planner, one by one. */
class LimitPlannerTest {
    private static final ContainerKey MAIN = new ContainerKey("p1", "main");

    @Test
    void acceptsANewGrantAndWritesItsContainer() {
        LimitGrant grant = endingAfter(500, share("p1", "a", 4000, revision(1, 1)));

        var actions = LimitPlanner.plan(LimitBook.EMPTY, full(revision(1, 1), grant), facts(), 1000);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Adopt(revision(1, 1)),
                        new LimitAction.Accept(new HeldGrant(grant, Stage.ACCEPTED, 1500, false)),
                        new LimitAction.Write(MAIN));
    }

    @Test
    void putsAGrantInForceThatArrivesCommitted() {
        LimitGrant grant = committed(share("p1", "a", 4000, revision(1, 1)));

        var actions = LimitPlanner.plan(LimitBook.EMPTY, full(revision(1, 1), grant), facts(), 0);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Adopt(revision(1, 1)),
                        new LimitAction.Accept(new HeldGrant(grant, Stage.COMMITTED, HeldGrant.NEVER, false)),
                        new LimitAction.Write(MAIN),
                        new LimitAction.PutInForce(key("p1", "a")));
    }

    @Test
    void refusesAnOlderEpochWhole() {
        LimitBook book = LimitBook.EMPTY.seeing(5);

        var actions = LimitPlanner.plan(book, full(revision(4, 9), share("p1", "a", 1, revision(4, 9))), facts(), 0);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Refuse(key("p1", "a"), revision(4, 9), new LimitRefusal.OlderEpoch(4, 5)));
    }

    @Test
    void refusesAnOlderGenerationWholeSoThatNothingIsTakenBackByIt() {
        LimitBook book =
                Limits.after(LimitBook.EMPTY, full(revision(1, 7), share("p1", "a", 1, revision(1, 7))), facts());

        var actions = LimitPlanner.plan(book, full(revision(1, 6), share("p2", "a", 1, revision(1, 6))), facts(), 0);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Refuse(key("p2", "a"), revision(1, 6), new LimitRefusal.OlderGeneration(6, 7)));
    }

    @Test
    void refusesChangesToAGenerationThatItDoesNotHave() {
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 3)), facts());

        var actions =
                LimitPlanner.plan(book, changes(revision(1, 5), 4, share("p1", "a", 1, revision(1, 5))), facts(), 0);

        assertThat(actions)
                .containsExactly(new LimitAction.Refuse(
                        key("p1", "a"), revision(1, 5), new LimitRefusal.MissedGeneration(4, 3)));
    }

    @Test
    void wantsEverythingFromANewLeaderBeforeItTakesChanges() {
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 3)), facts());

        var actions =
                LimitPlanner.plan(book, changes(revision(2, 4), 3, share("p1", "a", 1, revision(2, 4))), facts(), 0);

        assertThat(actions)
                .containsExactly(new LimitAction.Refuse(
                        key("p1", "a"), revision(2, 4), new LimitRefusal.MissedGeneration(3, 3)));
    }

    @Test
    void refusesADeviceThatIsNotHere() {
        assertThat(refusalOf(share("p1", "z", 1, revision(1, 1)))).contains(new LimitRefusal.UnknownDevice("z"));
    }

    @Test
    void refusesMoreMemoryThanTheDeviceHasLeft() {
        assertThat(refusalOf(share("p2", "a", 4001, revision(1, 2)), share("p1", "a", 6000, revision(1, 1))))
                .contains(new LimitRefusal.OverMemory(4001, 4000));
    }

    @Test
    void acceptsExactlyWhatTheDeviceHasLeft() {
        assertThat(refusalOf(share("p2", "a", 4000, revision(1, 2)), share("p1", "a", 6000, revision(1, 1))))
                .isEmpty();
    }

    @Test
    void refusesAnotherPodOnADeviceThatOneHasAlone() {
        assertThat(refusalOf(share("p2", "a", 1, revision(1, 2)), alone(share("p1", "a", 1, revision(1, 1)))))
                .contains(new LimitRefusal.NotAlone("p1"));
    }

    @Test
    void refusesOneMorePodThanMayShareTheDevice() {
        assertThat(refusalOf(
                        share("p5", "a", 1, revision(1, 2)),
                        share("p1", "a", 1, revision(1, 1)),
                        share("p2", "a", 1, revision(1, 1)),
                        share("p3", "a", 1, revision(1, 1)),
                        share("p4", "a", 1, revision(1, 1))))
                .contains(new LimitRefusal.OverSplitCount(4));
    }

    @Test
    void countsInitContainersNotOnTopOfMainOnes() {
        LimitGrant main = share("p1", "a", 9000, revision(1, 1));

        assertThat(refusalOf(init("first", share("p1", "a", 9500, revision(1, 2))), main))
                .isEmpty();
        assertThat(refusalOf(init("first", share("p1", "a", 10_001, revision(1, 2))), main))
                .contains(new LimitRefusal.OverMemory(10_001, 1000));
    }

    @Test
    void refusesARungThatTheDeviceDoesNotOffer() {
        LimitGrant plain = share("p1", "a", 1, revision(1, 1));

        assertThat(refusalOf(plain.servedBy(Rung.MPS))).contains(new LimitRefusal.RungNotOffered(Rung.MPS));
    }

    @Test
    void takesBackWhatAFullListLeavesOut() {
        LimitBook book =
                Limits.after(LimitBook.EMPTY, full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());

        var actions = LimitPlanner.plan(book, full(revision(1, 2)), facts(), 0);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Adopt(revision(1, 2)),
                        new LimitAction.Release(key("p1", "a"), Why.WITHDRAWN),
                        new LimitAction.Write(MAIN));
    }

    @Test
    void keepsWhatChangesDoNotName() {
        LimitBook book =
                Limits.after(LimitBook.EMPTY, full(revision(1, 1), share("p1", "a", 1, revision(1, 1))), facts());

        LimitBook next = Limits.after(book, changes(revision(1, 2), 1, share("p2", "b", 1, revision(1, 2))), facts());

        assertThat(next.held().keySet()).containsExactly(key("p1", "a"), key("p2", "b"));
    }

    @Test
    void releasesARunningContainersGrantOnlyWhenItHasEnded() {
        LimitBook book = Limits.after(
                LimitBook.EMPTY, full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1)))), facts());

        LimitBook draining = Limits.after(book, full(revision(1, 2)), facts(MAIN));
        var whileItRuns = LimitPlanner.settle(draining, facts(MAIN), 0);
        var whenItHasEnded = LimitPlanner.settle(draining, facts(), 0);

        assertThat(draining.held().values()).singleElement().matches(HeldGrant::releasing);
        assertThat(whileItRuns).isEmpty();
        assertThat(whenItHasEnded)
                .containsExactly(new LimitAction.Release(key("p1", "a"), Why.WITHDRAWN), new LimitAction.Write(MAIN));
    }

    @Test
    void countsWhatIsBeingReleasedUntilItIsGone() {
        LimitBook book = Limits.after(
                LimitBook.EMPTY, full(revision(1, 1), committed(share("p1", "a", 6000, revision(1, 1)))), facts());

        var actions =
                LimitPlanner.plan(book, full(revision(1, 2), share("p2", "a", 6000, revision(1, 2))), facts(MAIN), 0);

        assertThat(actions)
                .contains(new LimitAction.Refuse(
                        key("p2", "a"), revision(1, 2), new LimitRefusal.OverMemory(6000, 4000)));
    }

    @Test
    void aDeadlineEndsAGrantBeforeItIsCommitted() {
        LimitBook book = Limits.after(
                LimitBook.EMPTY, full(revision(1, 1), endingAfter(500, share("p1", "a", 1, revision(1, 1)))), facts());

        assertThat(LimitPlanner.settle(book, facts(), 499)).isEmpty();
        assertThat(LimitPlanner.settle(book, facts(), 500))
                .containsExactly(new LimitAction.Release(key("p1", "a"), Why.EXPIRED), new LimitAction.Write(MAIN));
    }

    @Test
    void aDeadlineNeverEndsACommittedGrant() {
        LimitGrant sent = endingAfter(500, share("p1", "a", 1, revision(1, 1)));
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 1), sent), facts());

        LimitBook bound = Limits.after(book, full(revision(1, 2), committed(sent)), facts());

        assertThat(LimitPlanner.settle(bound, facts(), Long.MAX_VALUE - 1)).isEmpty();
        assertThat(bound.held().values()).extracting(HeldGrant::stage).containsExactly(Stage.IN_FORCE);
    }

    @Test
    void refusesTheSameDecisionAgainAfterItExpired() {
        LimitGrant sent = endingAfter(500, share("p1", "a", 1, revision(1, 1)));
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 1), sent), facts());
        LimitBook expired = book.after(LimitPlanner.settle(book, facts(), 500));

        var actions = LimitPlanner.plan(expired, full(revision(1, 2), sent), facts(), 600);

        assertThat(actions)
                .contains(new LimitAction.Refuse(key("p1", "a"), revision(1, 1), new LimitRefusal.Ended(Why.EXPIRED)));
    }

    @Test
    void acceptsANewDecisionAfterAnOlderOneExpired() {
        LimitGrant sent = endingAfter(500, share("p1", "a", 1, revision(1, 1)));
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 1), sent), facts());
        LimitBook expired = book.after(LimitPlanner.settle(book, facts(), 500));

        LimitBook again = Limits.after(expired, full(revision(1, 2), share("p1", "a", 1, revision(1, 2))), facts());

        assertThat(again.held().keySet()).containsExactly(key("p1", "a"));
        assertThat(again.ended()).isEmpty();
    }

    @Test
    void aChangedGrantInForceIsWrittenAndPutInForceAnew() {
        LimitBook book = Limits.after(
                LimitBook.EMPTY, full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1)))), facts());
        LimitGrant bigger = committed(share("p1", "a", 2, revision(1, 2)));

        var actions = LimitPlanner.plan(book, full(revision(1, 2), bigger), facts(MAIN), 0);

        assertThat(actions)
                .containsExactly(
                        new LimitAction.Adopt(revision(1, 2)),
                        new LimitAction.Accept(new HeldGrant(bigger, Stage.COMMITTED, HeldGrant.NEVER, false)),
                        new LimitAction.Write(MAIN),
                        new LimitAction.PutInForce(key("p1", "a")));
    }

    @Test
    void answersTheSameLimitsTheSameWayWhenTheyArriveTwice() {
        var desired = full(revision(1, 1), committed(share("p1", "a", 1, revision(1, 1))));
        LimitBook once = Limits.after(LimitBook.EMPTY, desired, facts());

        LimitBook twice = Limits.after(once, desired, facts());

        assertThat(twice).isEqualTo(once);
        assertThat(LimitPlanner.plan(once, desired, facts(), 0))
                .containsExactly(new LimitAction.Adopt(revision(1, 1)), new LimitAction.Confirm(key("p1", "a")));
    }

    @Test
    void confirmsThatAnUnknownGrantIsGoneWhenItIsTakenBack() {
        var desired =
                new DesiredLimits(revision(1, 1), DesiredLimits.Scope.FULL, 0, List.of(), List.of(key("p9", "a")));

        assertThat(LimitPlanner.plan(LimitBook.EMPTY, desired, facts(), 0))
                .containsExactly(new LimitAction.Adopt(revision(1, 1)), new LimitAction.Confirm(key("p9", "a")));
    }

    @Test
    void commitsWritesAndPutsInForceBeforeAContainerStarts() {
        LimitBook book = Limits.after(
                LimitBook.EMPTY, full(revision(1, 1), endingAfter(500, share("p1", "a", 1, revision(1, 1)))), facts());

        assertThat(LimitPlanner.beforeStart(book, MAIN))
                .containsExactly(
                        new LimitAction.Commit(key("p1", "a")),
                        new LimitAction.Write(MAIN),
                        new LimitAction.PutInForce(key("p1", "a")));
    }

    /** Why a grant is refused on a node that holds those, each first taken in its own revision. */
    private static Optional<LimitRefusal> refusalOf(LimitGrant wanted, LimitGrant... held) {
        LimitBook book = Limits.after(LimitBook.EMPTY, full(revision(1, 1), held), facts());
        assertThat(book.held()).hasSize(held.length);
        var all = new TreeMap<GrantKey, LimitGrant>();
        List.of(held).forEach(grant -> all.put(grant.key(), grant));
        all.put(wanted.key(), wanted);
        var desired = full(revision(1, 2), all.values().toArray(LimitGrant[]::new));
        return LimitPlanner.plan(book, desired, facts(), 0).stream()
                .filter(action -> action instanceof LimitAction.Refuse)
                .map(action -> ((LimitAction.Refuse) action).reason())
                .findFirst();
    }
}
