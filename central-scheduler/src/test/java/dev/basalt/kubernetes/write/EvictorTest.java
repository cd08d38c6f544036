package dev.basalt.kubernetes.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Meters;
import dev.basalt.kubernetes.call.ScriptedApi;
import dev.basalt.kubernetes.call.ScriptedApi.Reply;
import dev.basalt.kubernetes.lease.Fences;
import dev.basalt.loop.EventInbox;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EvictorTest {
    private static final String PATH = "/api/v1/namespaces/team/pods/train-0";

    private final EventInbox inbox = new EventInbox(100);
    private final List<String> told = new ArrayList<>();

    @Test
    void evictsByTheEvictionApiWithUidEpochAndGrace() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            evictor(api).evict(evict("uid-0"));

            assertEquals(List.of(new Event.EvictDone(3, "uid-0")), result());
            var request = api.requests().getFirst();
            assertEquals("POST " + PATH + "/eviction", request.verb() + " " + request.path());
            assertTrue(request.body().contains("\"preconditions\":{\"uid\":\"uid-0\"}"), request.body());
            assertTrue(request.body().contains("\"gracePeriodSeconds\":30"), request.body());
            assertTrue(request.body().contains("\"basalt.dev/epoch\":\"3\""), request.body());
            assertEquals(List.of("uid-0 drained"), told);
        }
    }

    @Test
    void aDisruptionBudgetIsTold() throws Exception {
        String refusal =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":429,\"message\":\"would violate the budget\","
                        + "\"details\":{\"causes\":[{\"reason\":\"DisruptionBudget\"}]}}";
        try (var api = new ScriptedApi(request -> Reply.of(429, refusal))) {
            evictor(api).evict(evict("uid-0"));

            assertEquals(List.of(new Event.EvictFailed(3, "uid-0", "would violate the budget")), result());
            assertEquals(1, api.requests().size());
            assertEquals(List.of(), told);
        }
    }

    @Test
    void aPodThatIsGoneCountsAsEvicted() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.failure(404, "NotFound", "no such pod"))) {
            evictor(api).evict(evict("uid-0"));

            assertEquals(List.of(new Event.EvictDone(3, "uid-0")), result());
            assertEquals(List.of(), told);
        }
    }

    @Test
    void aPodThatTheWatchesDoNotKnowCountsAsEvicted() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            evictor(api).evict(evict("uid-9"));

            assertEquals(List.of(new Event.EvictDone(3, "uid-9")), result());
            assertEquals(List.of(), api.requests());
        }
    }

    @Test
    void aConflictWithTheSamePodIsAFailure() throws Exception {
        try (var api = new ScriptedApi(request -> conflict(request, "uid-0"))) {
            evictor(api).evict(evict("uid-0"));

            assertEquals(List.of(new Event.EvictFailed(3, "uid-0", "conflict")), result());
        }
    }

    @Test
    void aConflictWithAnotherPodOfThatNameMeansItIsGone() throws Exception {
        try (var api = new ScriptedApi(request -> conflict(request, "uid-1"))) {
            evictor(api).evict(evict("uid-0"));

            assertEquals(List.of(new Event.EvictDone(3, "uid-0")), result());
        }
    }

    @Test
    void deletesWithItsUid() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(200, "{}"))) {
            evictor(api).delete(new Effect.DeletePod(3, "uid-0"));

            var request = api.awaitRequest();
            assertEquals("DELETE " + PATH, request.verb() + " " + request.path());
            assertTrue(request.body().contains("\"preconditions\":{\"uid\":\"uid-0\"}"), request.body());
        }
    }

    private Evictor evictor(ScriptedApi api) {
        Directory directory = new Directory();
        directory.put(new Directory.Pod("team", "train-0", "uid-0", "", ""));
        PodWriter writer =
                new PodWriter(api.calls(), Fences.open(3), inbox, new Meters(), new PodWriter.Terms(30_000, 4));
        return new Evictor(writer, directory, inbox, (evict, pod) -> told.add(pod.uid() + " " + evict.detail()));
    }

    private List<Event> result() throws InterruptedException {
        return inbox.take(10, 60_000).events();
    }

    private static Reply conflict(ScriptedApi.Request request, String uid) {
        return request.verb().equals("POST")
                ? Reply.failure(409, "Conflict", "conflict")
                : Reply.of(
                        200,
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"uid\":\"" + uid + "\"},\"spec\":{}}");
    }

    private static Effect.Evict evict(String podUid) {
        return new Effect.Evict(3, podUid, "node-1", 30_000, Effect.Evict.Cause.NODE_DRAINED, "drained");
    }
}
