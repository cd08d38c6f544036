package dev.basalt.kubernetes.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Meters;
import dev.basalt.kubernetes.call.ScriptedApi;
import dev.basalt.kubernetes.call.ScriptedApi.Reply;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.lease.Fences;
import dev.basalt.loop.EventInbox;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BinderTest {
    private static final String PATH = "/api/v1/namespaces/team/pods/train-0";

    private final EventInbox inbox = new EventInbox(100);
    private final Meters meter = new Meters();
    private final Fence fence = Fences.open(3);

    @Test
    void namesThePodsUidTheNodeAndTheAnnotations() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(List.of(new Event.BindDone(3, "uid-0", "node-1", 7)), result());
            var request = api.requests().getFirst();
            assertEquals("POST " + PATH + "/binding", request.verb() + " " + request.path());
            assertTrue(request.body().contains("\"uid\":\"uid-0\""), request.body());
            assertTrue(request.body().contains("\"basalt.dev/epoch\":\"3\""), request.body());
            assertTrue(request.body().contains("\"name\":\"node-1\""), request.body());
        }
    }

    @Test
    void aConflictWithOurOwnUnheardBindIsDone() throws Exception {
        try (var api = new ScriptedApi(request -> conflictThen(request, pod("uid-0", "node-1")))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(List.of(new Event.BindDone(3, "uid-0", "node-1", 7)), result());
        }
    }

    @Test
    void aConflictWithAnothersBindIsNeverTriedAgain() throws Exception {
        try (var api = new ScriptedApi(request -> conflictThen(request, pod("uid-0", "node-9")))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(
                    List.of(new Event.BindFailed(3, "uid-0", "node-1", 7, "it is bound to node node-9 already", false)),
                    result());
        }
    }

    @Test
    void aConflictWithAnotherPodOfThatNameIsNeverTriedAgain() throws Exception {
        try (var api = new ScriptedApi(request -> conflictThen(request, pod("uid-1", "")))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(
                    List.of(new Event.BindFailed(3, "uid-0", "node-1", 7, "another pod has its name now", false)),
                    result());
        }
    }

    @Test
    void aPodThatIsGoneIsNeverTriedAgain() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.failure(404, "NotFound", "no such pod"))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(List.of(new Event.BindFailed(3, "uid-0", "node-1", 7, "no such pod", false)), result());
        }
    }

    @Test
    void aServerThatAsksToWaitIsAskedAgain() throws Exception {
        var tries = new AtomicInteger();
        try (var api = new ScriptedApi(request ->
                tries.getAndIncrement() == 0 ? Reply.failure(429, "TooManyRequests", "later") : Reply.of(201, "{}"))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(List.of(new Event.BindDone(3, "uid-0", "node-1", 7)), result());
            assertEquals(List.of("BIND THROTTLED", "BIND DONE"), meter.lines());
        }
    }

    @Test
    void aFailureOfTheServerLeavesADoubt() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.failure(500, "InternalError", "etcd is slow"))) {
            binder(api, 4).bind(bind(3, "node-1", 7));

            assertEquals(List.of(new Event.BindFailed(3, "uid-0", "node-1", 7, "etcd is slow", true)), result());
        }
    }

    @Test
    void askedTwiceItBindsOnce() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        try (var api = new ScriptedApi(request -> after(mayAnswer, Reply.of(201, "{}")))) {
            Binder binder = binder(api, 4);
            binder.bind(bind(3, "node-1", 7));
            api.awaitRequest();

            binder.bind(bind(3, "node-1", 7));
            mayAnswer.countDown();

            assertEquals(List.of(new Event.BindDone(3, "uid-0", "node-1", 7)), result());
            assertEquals(1, api.requests().size());
        }
    }

    @Test
    void aBindToAnotherNodeWaitsForTheFirstToBeOver() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        try (var api = new ScriptedApi(request -> after(mayAnswer, Reply.of(201, "{}")))) {
            Binder binder = binder(api, 4);
            binder.bind(bind(3, "node-1", 7));
            api.awaitRequest();

            binder.bind(bind(3, "node-2", 8));

            assertEquals(
                    List.of(new Event.BindFailed(
                            3, "uid-0", "node-2", 8, "an earlier bind, to node node-1, is still under way", true)),
                    result());
            mayAnswer.countDown();
        }
    }

    @Test
    void nothingOfAnotherEpochLeavesNorIsAnswered() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            PodWriter writer = writer(api, 1);
            Binder binder = binder(writer);
            binder.bind(bind(2, "node-1", 7));
            assertTrue(writer.drain(60_000));
            Fences.shut(fence);
            binder.bind(bind(3, "node-1", 7));
            assertTrue(writer.drain(60_000));

            assertEquals(List.of(), api.requests());
            assertEquals(0, inbox.size());
        }
    }

    @Test
    void bindsOfManyPodsAreUnderWayAtOnce() throws Exception {
        int pods = 32;
        var allThere = new CountDownLatch(pods);
        try (var api = new ScriptedApi(request -> {
            allThere.countDown();
            return after(allThere, Reply.of(201, "{}"));
        })) {
            PodWriter writer = writer(api, pods);
            Directory directory = new Directory();
            Binder binder = new Binder(writer, directory, inbox, new Quiet(), BinderTest::annotations);
            for (int index = 0; index < pods; index++) {
                directory.put(new Directory.Pod("team", "train-" + index, "uid-" + index, "", ""));
                binder.bind(bind("uid-" + index, 3, "node-1", 7));
            }

            int done = 0;
            while (done < pods) {
                done += result().size();
            }
            assertEquals(pods, done);
        }
    }

    private List<Event> result() throws InterruptedException {
        return inbox.take(10, 60_000).events();
    }

    private Binder binder(ScriptedApi api, int mostInFlight) {
        return binder(writer(api, mostInFlight));
    }

    private Binder binder(PodWriter writer) {
        Directory directory = new Directory();
        directory.put(new Directory.Pod("team", "train-0", "uid-0", "", ""));
        return new Binder(writer, directory, inbox, new Quiet(), BinderTest::annotations);
    }

    private PodWriter writer(ScriptedApi api, int mostInFlight) {
        return new PodWriter(api.calls(), fence, inbox, meter, new PodWriter.Terms(30_000, mostInFlight));
    }

    private static Map<String, String> annotations(Effect.Bind bind) {
        return Map.of("basalt.dev/epoch", Long.toString(bind.epoch()));
    }

    private static Effect.Bind bind(long epoch, String nodeName, long generation) {
        return bind("uid-0", epoch, nodeName, generation);
    }

    private static Effect.Bind bind(String podUid, long epoch, String nodeName, long generation) {
        return new Effect.Bind(
                epoch,
                "gang",
                new TaskId("gang", "worker", 0),
                podUid,
                nodeName,
                generation,
                List.of(),
                0,
                1,
                List.of(),
                0,
                30_000);
    }

    private static Reply conflictThen(ScriptedApi.Request request, String pod) {
        return request.verb().equals("POST")
                ? Reply.failure(409, "Conflict", "is already assigned")
                : Reply.of(200, pod);
    }

    private static String pod(String uid, String nodeName) {
        String spec = nodeName.isEmpty() ? "{}" : "{\"nodeName\":\"" + nodeName + "\"}";
        return "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"train-0\",\"uid\":\"" + uid
                + "\"},\"spec\":" + spec + "}";
    }

    private static Reply after(CountDownLatch latch, Reply reply) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return reply;
    }

    private static final class Quiet implements Binder.Told {
        @Override
        public void binds(Effect.Bind bind) {}

        @Override
        public void bound(Effect.Bind bind, Directory.Pod pod) {}
    }
}
