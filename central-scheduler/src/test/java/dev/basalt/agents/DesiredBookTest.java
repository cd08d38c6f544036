package dev.basalt.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.wire.GrantWire;
import java.util.List;
import org.junit.jupiter.api.Test;

class DesiredBookTest {
    private final DesiredBook book = new DesiredBook(new PodIndex(Views.ofNothing()));

    @Test
    void saysEverythingInEachMessageUnderARisingGeneration() {
        book.begin(welcome(List.of(grant("p1", 1, Grant.State.COMMITTED))), 41);
        DesiredLimits first = book.message();

        book.send(new Effect.SendGrants(3, "node-1", 2, List.of(grant("p2", 2, Grant.State.SENT)), 7_000));
        DesiredLimits second = book.message();

        assertEquals(42, first.getGeneration());
        assertEquals(43, second.getGeneration());
        assertEquals(3, second.getEpoch());
        assertEquals(DesiredScope.DESIRED_SCOPE_FULL, second.getScope());
        assertEquals(
                List.of("p1 GRANT_STATE_COMMITTED 0", "p2 GRANT_STATE_SENT 7000"),
                second.getGrantsList().stream()
                        .map(grant ->
                                grant.getKey().getPodUid() + " " + grant.getState() + " " + grant.getDeadlineMillis())
                        .toList());
    }

    @Test
    void endsTheDeadlineOfWhatIsCommitted() {
        book.begin(welcome(List.of()), 0);
        book.send(new Effect.SendGrants(3, "node-1", 2, List.of(grant("p1", 2, Grant.State.SENT)), 7_000));

        book.commit(new Effect.CommitGrants(3, "node-1", 2, List.of(key("p1"))));

        var committed = book.message().getGrants(0);
        assertEquals(GrantState.GRANT_STATE_COMMITTED, committed.getState());
        assertEquals(0, committed.getDeadlineMillis());
    }

    @Test
    void takesBackUntilTheAgentHasReleased() {
        book.begin(welcome(List.of(grant("p1", 1, Grant.State.COMMITTED))), 0);

        book.withdraw(new Effect.WithdrawGrants(3, "node-1", 1, List.of(key("p1"))));
        DesiredLimits before = book.message();
        book.released(key("p1"), 1);
        DesiredLimits after = book.message();

        assertThat(before.getGrantsList()).isEmpty();
        assertEquals(List.of(GrantWire.message(key("p1"))), before.getWithdrawnList());
        assertThat(after.getWithdrawnList()).isEmpty();
    }

    @Test
    void asksNoMoreForWhatAnAgentLetGoByItself() {
        book.begin(welcome(List.of(grant("p1", 190, Grant.State.SENT), grant("p2", 191, Grant.State.SENT))), 0);

        book.released(key("p1"), 190);
        book.released(key("p2"), 190);

        assertThat(book.message().getGrantsList())
                .extracting(grant -> grant.getKey().getPodUid())
                .containsExactly("p2");
    }

    @Test
    void knowsWhichGrantAnAgentIsWithoutOnlyOnceTheAgentWasTold() {
        book.begin(welcome(List.of(grant("p1", 4, Grant.State.SENT))), 0);
        long before = book.message().getGeneration();

        book.withdraw(new Effect.WithdrawGrants(3, "node-1", 4, List.of(key("p1"))));
        long told = book.message().getGeneration();
        book.withdraw(new Effect.WithdrawGrants(3, "node-1", 4, List.of(key("p1"))));

        assertEquals(0, book.withdrawnGeneration(key("p1"), before));
        assertEquals(4, book.withdrawnGeneration(key("p1"), told));
        assertEquals(0, book.withdrawnGeneration(key("p2"), told));
    }

    @Test
    void keepsWhatWasDecidedAnewWhenTheOlderDecisionIsTakenBack() {
        book.begin(welcome(List.of(grant("p1", 5, Grant.State.SENT))), 0);

        book.withdraw(new Effect.WithdrawGrants(3, "node-1", 4, List.of(key("p1"))));

        assertEquals(1, book.message().getGrantsCount());
    }

    private static Effect.WelcomeAgent welcome(List<Grant> desired) {
        return new Effect.WelcomeAgent(3, "node-1", new Event.Session("boot", "agent", 1), 1, desired);
    }

    private static Grant grant(String podUid, long generation, Grant.State state) {
        return new Grant(key(podUid), "node-1", 1_024, 0, false, 3, generation, state);
    }

    private static Grant.Key key(String podUid) {
        return new Grant.Key(podUid, "main", "GPU-1");
    }
}
