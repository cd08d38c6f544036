package dev.basalt.kubernetes.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.kubernetes.call.Meters;
import dev.basalt.kubernetes.call.ScriptedApi;
import dev.basalt.kubernetes.call.ScriptedApi.Reply;
import dev.basalt.kubernetes.lease.Fences;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class EventWriterTest {
    private final Meters meter = new Meters();

    @Test
    void writesWhatKubectlDescribeShows() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"));
                var events = writer(api)) {
            events.tell(waits("pod-0", "no room"));

            var request = api.awaitRequest();
            assertEquals("POST /apis/events.k8s.io/v1/namespaces/team/events", request.verb() + " " + request.path());
            assertTrue(request.body().contains("\"note\":\"no room\""), request.body());
            assertTrue(request.body().contains("\"reason\":\"FailedScheduling\""), request.body());
            assertTrue(request.body().contains("\"uid\":\"pod-0\""), request.body());
        }
    }

    @Test
    void whatHappensAgainIsCountedInTheSameEvent() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"));
                var events = writer(api)) {
            events.tell(waits("pod-0", "no room"));
            String first = api.awaitRequest().body();
            events.tell(waits("pod-0", "no room"));

            var again = api.awaitRequest();
            String name = again.path().substring(again.path().lastIndexOf('/') + 1);
            assertEquals("PATCH", again.verb());
            assertTrue(first.contains("\"name\":\"" + name + "\""), first);
            assertTrue(again.body().contains("\"count\":2"), again.body());
        }
    }

    @Test
    void anObjectThatHappensAllTheTimeRunsOutOfEvents() {
        var budget = new EventBudget();
        long now = 1_000_000_000;
        for (int event = 0; event < 6; event++) {
            assertTrue(budget.take("pod-0", now), "event " + event);
        }

        assertFalse(budget.take("pod-0", now));
        assertTrue(budget.take("pod-1", now));
        assertTrue(budget.take("pod-0", now + TimeUnit.SECONDS.toNanos(31)));
        assertFalse(budget.take("pod-0", now + TimeUnit.SECONDS.toNanos(31)));
    }

    @Test
    void aNoteIsCutBetweenItsCharacters() {
        String note = "ä".repeat(1_000);

        String cut = EventWriter.cut(note);

        assertTrue(cut.getBytes(StandardCharsets.UTF_8).length <= 1_024, cut);
        assertEquals("ä".repeat(510) + "...", cut);
        assertEquals("short", EventWriter.cut("short"));
    }

    private EventWriter writer(ScriptedApi api) {
        return new EventWriter(api.calls(), Fences.open(3), meter, new EventWriter.Terms(() -> false, "basalt-0", 1));
    }

    private static Happening waits(String podUid, String note) {
        return new Happening(
                new Happening.Regarding("v1", "Pod", "team", "train-0", podUid),
                true,
                "FailedScheduling",
                "Scheduling",
                note,
                3);
    }
}
