package dev.basalt.kubernetes.watch;

import dev.basalt.kubernetes.watch.ApiFailure.Code;
import dev.basalt.manifest.live.LiveMeta;
import dev.basalt.manifest.text.Field;
import dev.basalt.manifest.text.Findings;
import dev.basalt.manifest.text.JsonText;
import dev.basalt.manifest.text.Value;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Lists and watches as streams of objects, read one by one as they come. It never tries again by itself: whoever asks
 * decides when.
 */
final class ApiReader {
    private static final int GONE = 410;
    private static final int THROTTLED = 429;
    private static final int UNAVAILABLE = 503;
    private static final long MAX_RETRY_AFTER_SECONDS = 60;

    private final HttpClient client;
    private final String server;
    private final long answerMillis;

    /** @param answerMillis longest time until an answer begins, and between two pieces of a list */
    ApiReader(KubernetesClient kubernetes, long answerMillis) {
        client = kubernetes
                .getHttpClient()
                .newBuilder()
                .tag(new RequestConfigBuilder().withRequestRetryBackoffLimit(0).build())
                .build();
        String url = kubernetes.getConfiguration().getMasterUrl();
        server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.answerMillis = answerMillis;
    }

    /** Takes objects one by one. */
    @FunctionalInterface
    interface ObjectSink {
        void take(Value object) throws InterruptedException;
    }

    /**
     * Where a list goes on.
     *
     * @param next token of the next page; empty after the last
     * @param version version of the list
     */
    record Page(String next, String version) {}

    /** Reads one page of at most {@code limit} objects; {@code from} is empty for the first. */
    Page list(Watched kind, int limit, String from, ObjectSink sink) throws ApiFailure, InterruptedException {
        String more = from.isEmpty() ? "" : "&continue=" + URLEncoder.encode(from, StandardCharsets.UTF_8);
        try (InputStream body = open(kind.path() + "?limit=" + limit + more, answerMillis);
                JsonParser parser = JsonText.parser(body)) {
            return page(parser, sink);
        } catch (IOException | JacksonException broken) {
            throw lost("list of " + kind, broken);
        }
    }

    private static Page page(JsonParser parser, ObjectSink sink) throws InterruptedException, IOException {
        Page page = new Page("", "");
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("the answer is no list");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("metadata")) {
                Field metadata = field(JsonText.value(parser));
                page = new Page(
                        metadata.at("continue").text(""),
                        metadata.at("resourceVersion").text(""));
            } else if (name.equals("items") && value == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    sink.take(JsonText.value(parser));
                }
            } else {
                parser.skipChildren();
            }
        }
        return page;
    }

    /** Takes what a watch says. */
    interface WatchSink {
        void seen(Value object) throws InterruptedException;

        void gone(Value object) throws InterruptedException;

        /** Everything up to that version was said; also called after each object. */
        void reached(String version);
    }

    /** Watches from a version on, until the server ends it, which it does after {@code timeoutSeconds}. */
    void watch(Watched kind, String version, int timeoutSeconds, WatchSink sink)
            throws ApiFailure, InterruptedException {
        String path = kind.path() + "?watch=true&allowWatchBookmarks=true&resourceVersion=" + version
                + "&timeoutSeconds=" + timeoutSeconds;
        long silentMillis = TimeUnit.SECONDS.toMillis(timeoutSeconds) + answerMillis;
        try (InputStream body = open(path, silentMillis);
                JsonParser parser = JsonText.parser(body)) {
            while (parser.nextToken() != null) {
                told(kind, field(JsonText.value(parser)), sink);
            }
        } catch (IOException | JacksonException broken) {
            throw lost("watch of " + kind, broken);
        }
    }

    private static void told(Watched kind, Field frame, WatchSink sink) throws ApiFailure, InterruptedException {
        Field object = frame.at("object");
        Value value = object.value();
        if (value == null) {
            throw new ApiFailure(Code.LOST, "watch of " + kind + " said something without an object", 0);
        }
        String type = frame.at("type").text("");
        switch (type) {
            case "ADDED", "MODIFIED" -> sink.seen(value);
            case "DELETED" -> sink.gone(value);
            case "BOOKMARK" -> {}
            default -> throw ended(kind, object);
        }
        sink.reached(object.at("metadata").at("resourceVersion").text(""));
    }

    /** The server gives up a watch with a Status in the stream. */
    private static ApiFailure ended(Watched kind, Field status) {
        int code = status.at("code").whole(0, 0, 999);
        String message = "watch of " + kind + " ended with " + code + " "
                + status.at("reason").text("") + ": " + status.at("message").text("");
        long retrySeconds = status.at("details").at("retryAfterSeconds").whole(0, 0, Integer.MAX_VALUE);
        return new ApiFailure(codeOf(code), message, retryMillis(retrySeconds));
    }

    private InputStream open(String path, long silentMillis) throws ApiFailure, InterruptedException {
        BodyInput input = new BodyInput(silentMillis);
        HttpRequest request = client.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", "application/json")
                .forStreaming()
                .build();
        CompletableFuture<HttpResponse<AsyncBody>> answer =
                client.consumeBytes(request, (buffers, body) -> input.take(buffers));
        HttpResponse<AsyncBody> response;
        try {
            response = answer.get(answerMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            abandon(answer);
            throw new ApiFailure(Code.LOST, "GET " + path + ": no answer in " + answerMillis + " ms", 0);
        } catch (InterruptedException stopped) {
            abandon(answer);
            throw stopped;
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            throw ApiFailure.lost("GET " + path, cause == null ? failed : cause);
        }
        if (!response.isSuccessful()) {
            response.body().cancel();
            throw refused(path, response);
        }
        input.begin(response.body());
        return input;
    }

    /** Nobody reads the answer, if it ever comes: it must not hold its connection. */
    private static void abandon(CompletableFuture<HttpResponse<AsyncBody>> answer) {
        var _ = answer.thenAccept(response -> response.body().cancel());
    }

    private static ApiFailure refused(String path, HttpResponse<?> response) {
        int status = response.code();
        String after = response.header("Retry-After");
        long seconds = after != null && after.matches("\\d{1,9}") ? Long.parseLong(after) : 0;
        String maybe = switch (status) {
            case 401 -> ". Maybe its token ran out or is of another cluster.";
            case 403 -> ". Maybe its role lacks list and watch of this kind.";
            case 404 -> ". Maybe install Basalt's or Volcano's custom resource definitions.";
            default -> ".";
        };
        return new ApiFailure(
                codeOf(status), "GET " + path + " was answered with status " + status + maybe, retryMillis(seconds));
    }

    private static Code codeOf(int status) {
        return switch (status) {
            case GONE -> Code.GONE;
            case THROTTLED, UNAVAILABLE -> Code.THROTTLED;
            default -> status >= 500 ? Code.LOST : Code.REFUSED;
        };
    }

    private static long retryMillis(long seconds) {
        return TimeUnit.SECONDS.toMillis(Math.min(seconds, MAX_RETRY_AFTER_SECONDS));
    }

    private static ApiFailure lost(String what, Exception broken) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return ApiFailure.lost(what, broken);
    }

    private static Field field(Value value) {
        return Field.root(value, new Findings("answer"));
    }

    /** The version of an object, as a number. */
    static long version(String text) {
        return LiveMeta.version(text);
    }
}
