package dev.basalt.kubernetes.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.kubernetes.call.ScriptedApi.Reply;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ApiCallsTest {
    @Test
    void sendsTheBodyAndTellsTheServerItsDeadline() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{\"metadata\":{\"name\":\"made\"}}"))) {
            var answer = api.calls().make(Call.post("/api/v1/pods", Map.of("kind", "Pod"), 4_000, () -> true));

            var told = assertInstanceOf(Answer.Told.class, answer);
            assertEquals(201, told.code());
            assertEquals("made", api.calls().read(told, Pod.class).getMetadata().getName());
            assertEquals(
                    List.of(new ScriptedApi.Request("POST", "/api/v1/pods", "timeout=4000ms", "{\"kind\":\"Pod\"}")),
                    api.requests());
        }
    }

    @Test
    void tellsWhatTheServerSaysOfAFailureAndMakesNoSecondTry() throws Exception {
        try (var api = new ScriptedApi(
                request -> Reply.failure(429, "TooManyRequests", "later").with("Retry-After", "2"))) {
            var answer = api.calls().make(Call.post("/api/v1/pods", Map.of(), 4_000, () -> true));

            var told = assertInstanceOf(Answer.Told.class, answer);
            assertEquals(429, told.code());
            assertEquals("later", told.message());
            assertEquals(2_000, told.retryAfterMillis());
            assertEquals(1, api.requests().size());
        }
    }

    @Test
    void whatMayNotLeaveDoesNot() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            var answer = api.calls().make(Call.post("/api/v1/pods", Map.of(), 4_000, () -> false));

            assertEquals(new Answer.Kept(), answer);
            assertEquals(List.of(), api.requests());
        }
    }

    @Test
    void aFenceThatShutsOnceTheRequestIsOpenedKeepsItsBody() throws Exception {
        try (var api = new ScriptedApi(request -> Reply.of(201, "{}"))) {
            var asked = new AtomicInteger();

            var answer = api.calls()
                    .make(Call.post("/api/v1/pods", Map.of("kind", "Pod"), 4_000, () -> asked.getAndIncrement() == 0));

            assertEquals(new Answer.Kept(), answer);
            assertEquals(List.of(), api.requests());
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsSilent() throws Exception {
        var hang = new CountDownLatch(1);
        try (var api = new ScriptedApi(request -> {
            try {
                hang.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return Reply.of(201, "{}");
        })) {
            var answer = api.calls().make(Call.post("/api/v1/pods", Map.of(), 200, () -> true));

            assertInstanceOf(Answer.Silence.class, answer);
            hang.countDown();
        }
    }

    @Test
    void refusesAClientThatRetriesByItself() {
        try (var client =
                new KubernetesClientBuilder().withConfig(Config.empty()).build()) {
            assertThrows(IllegalArgumentException.class, () -> new ApiCalls(client));
        }
    }
}
