package dev.basalt.kubernetes.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.reason.Refusal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PodGroupStatusTest {
    private static final String NOW = "2026-12-01T10:00:00Z";
    private static final String LATER = "2026-12-01T10:05:00Z";
    private static final List<Refusal> NO_ROOM = List.of(new Refusal.TooFewSeats(2, 1, 2));
    private static final List<Refusal> QUEUE_FULL = List.of(new Refusal.QueueFull("default", "cpu", 2, 1, 2, 1));

    @Test
    void aGangThatItsQueueDoesNotTakeIsPending() {
        assertEquals("Pending", phase(GangViews.of(2, QUEUE_FULL, "WAITS WAITS"), PodGroupStatus.NONE));
    }

    @Test
    void aGangThatItsQueueTakesIsInqueueAlsoBeforeItsPodsAreThere() {
        assertEquals("Inqueue", phase(GangViews.of(2, List.of(), ""), PodGroupStatus.NONE));
        assertEquals("Inqueue", phase(GangViews.of(2, NO_ROOM, "WAITS WAITS"), PodGroupStatus.NONE));
    }

    @Test
    void oneThatWasLetInStaysInqueue() {
        var before = status(GangViews.of(2, List.of(), ""), PodGroupStatus.NONE);

        assertEquals("Inqueue", phase(GangViews.of(2, QUEUE_FULL, "WAITS WAITS"), before));
    }

    @Test
    void itRunsOnceItsMinimumIsBound() {
        var status = status(GangViews.of(2, List.of(), "BOUND BINDING WAITS"), PodGroupStatus.NONE);

        assertEquals("Running", status.phase());
        assertEquals(0, status.running());
        assertTrue(condition(status, "Scheduled").isTrue());
    }

    @Test
    void itIsUnknownWhileSomeRunAndTheRestFindsNoRoom() {
        var status = status(GangViews.of(2, NO_ROOM, "RUNNING WAITS"), PodGroupStatus.NONE);

        assertEquals("Unknown", status.phase());
        assertEquals("NotEnoughResources", condition(status, "Unschedulable").reason());
    }

    @Test
    void itIsInqueueWhileSomeRunAndNothingStandsAgainstTheRest() {
        assertEquals("Inqueue", phase(GangViews.of(2, List.of(), "RUNNING WAITS"), PodGroupStatus.NONE));
    }

    @Test
    void aMemberThatIsEndingCountsUntilItIsGone() {
        assertEquals("Running", phase(GangViews.of(1, List.of(), "TERMINATING"), PodGroupStatus.NONE));
    }

    @Test
    void itIsCompletedWhenAllAreOverAndStaysSoWithoutPods() {
        var completed = status(GangViews.of(2, List.of(), "ENDED ENDED"), PodGroupStatus.NONE);

        assertEquals("Completed", completed.phase());
        assertEquals(2, completed.succeeded());
        assertEquals("Completed", phase(GangViews.of(2, List.of(), ""), completed));
    }

    @Test
    void membersThatLackAreNotEnoughTasks() {
        var status = status(GangViews.of(2, List.of(new Refusal.MembersMissing(2, 1)), "WAITS"), PodGroupStatus.NONE);

        assertEquals("NotEnoughTasks", condition(status, "Unschedulable").reason());
    }

    @Test
    void aConditionKeepsItsTransitionWhileItSaysTheSame() {
        var gang = GangViews.of(2, NO_ROOM, "WAITS WAITS");
        var first = PodGroupStatus.of(gang, PodGroupStatus.NONE, "one slot fits", NOW);

        var second = PodGroupStatus.of(gang, first, "no slot fits", LATER);

        assertEquals(NOW, condition(second, "Unschedulable").lastTransition());
        assertEquals(
                condition(first, "Unschedulable").transitionId(),
                condition(second, "Unschedulable").transitionId());
        assertEquals("no slot fits", condition(second, "Unschedulable").message());
        assertFalse(second.differsFrom(first));
    }

    @Test
    void aConditionThatNoLongerHoldsSaysSo() {
        var waits = status(GangViews.of(1, NO_ROOM, "WAITS"), PodGroupStatus.NONE);

        var runs = PodGroupStatus.of(GangViews.of(1, List.of(), "RUNNING"), waits, "", LATER);

        assertEquals("False", condition(runs, "Unschedulable").status());
        assertEquals(LATER, condition(runs, "Unschedulable").lastTransition());
        assertNotEquals(
                condition(waits, "Unschedulable").transitionId(),
                condition(runs, "Unschedulable").transitionId());
        assertTrue(runs.differsFrom(waits));
    }

    @Test
    void readsBackWhatItWrites() {
        var status = status(GangViews.of(2, NO_ROOM, "RUNNING WAITS"), PodGroupStatus.NONE);

        assertEquals(status, PodGroupStatuses.status(PodGroupStatuses.message(status)));
    }

    @Test
    void onlyMissingRoomIsCalledUnschedulable() {
        assertEquals("Unschedulable", Waiting.of(NO_ROOM).reason());
        assertEquals("WaitingForQuota", Waiting.of(QUEUE_FULL).reason());
        assertEquals(
                "WaitingForMembers",
                Waiting.of(List.of(new Refusal.MembersMissing(2, 1))).reason());
    }

    private static PodGroupStatus status(GangView gang, PodGroupStatus before) {
        return PodGroupStatus.of(gang, before, "why", NOW);
    }

    private static String phase(GangView gang, PodGroupStatus before) {
        return status(gang, before).phase();
    }

    private static PodGroupStatus.Condition condition(PodGroupStatus status, String type) {
        return Objects.requireNonNull(status.condition(type), type);
    }
}
