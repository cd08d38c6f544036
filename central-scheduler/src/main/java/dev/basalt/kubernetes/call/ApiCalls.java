package dev.basalt.kubernetes.call;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls an API server. A call is made once: whoever makes it decides what a failure means and whether to try again. The
 * client must not retry by itself, or a second request could leave without being allowed to.
 */
public final class ApiCalls {
    /** The client's own timeout should come first; this one is for a client that hangs. */
    private static final long GRACE_MILLIS = 500;

    private static final long MOST_RETRY_AFTER_MILLIS = 60_000;

    private final KubernetesClient client;
    private final KubernetesSerialization json;
    private final String address;

    /** @param client one whose {@code requestRetryBackoffLimit} is 0 */
    public ApiCalls(KubernetesClient client) {
        if (client.getConfiguration().getRequestRetryBackoffLimit() != 0) {
            throw new IllegalArgumentException("the client for writes must not retry by itself, and has a limit of "
                    + client.getConfiguration().getRequestRetryBackoffLimit() + " retries");
        }
        this.client = client;
        this.json = client.getKubernetesSerialization();
        this.address = client.getMasterUrl().toString().replaceAll("/+$", "");
    }

    /** Makes the call and waits for its answer, at most for its timeout. */
    public Answer make(Call call) throws InterruptedException {
        if (call.timeoutMillis() <= 0 || !call.mayLeave().getAsBoolean()) {
            return new Answer.Kept();
        }
        byte[] content =
                call.body() == null ? new byte[0] : json.asJson(call.body()).getBytes(StandardCharsets.UTF_8);
        FencedBody body = new FencedBody(content, call.mayLeave());
        Future<HttpResponse<byte[]>> answer =
                client.getHttpClient().sendAsync(request(call, content, body), byte[].class);
        try {
            return told(answer.get(call.timeoutMillis() + GRACE_MILLIS, TimeUnit.MILLISECONDS));
        } catch (ExecutionException failed) {
            return body.isKept() ? new Answer.Kept() : new Answer.Silence(root(failed));
        } catch (TimeoutException late) {
            answer.cancel(true);
            return new Answer.Silence("no answer in " + call.timeoutMillis() + " ms");
        }
    }

    /** What an answer holds. */
    public <T> T read(Answer.Told answer, Class<T> type) {
        return json.unmarshal(answer.body(), type);
    }

    private HttpRequest request(Call call, byte[] content, FencedBody body) {
        HttpRequest.Builder built = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(address + call.path() + timeout(call))
                .timeout(call.timeoutMillis(), TimeUnit.MILLISECONDS);
        return call.body() == null
                ? built.build()
                : built.method(call.verb(), call.contentType(), body, content.length)
                        .build();
    }

    /** The server stops what it has not done by then, so that nothing takes effect long after it was given up. */
    private static String timeout(Call call) {
        if (call.verb().equals("GET")) {
            return "";
        }
        return (call.path().indexOf('?') < 0 ? "?" : "&") + "timeout=" + Math.max(1, call.timeoutMillis()) + "ms";
    }

    private Answer.Told told(HttpResponse<byte[]> response) {
        String body = response.body() == null ? "" : new String(response.body(), StandardCharsets.UTF_8);
        boolean isDone = response.code() >= 200 && response.code() < 300;
        return new Answer.Told(
                response.code(),
                body,
                retryAfter(response.header("Retry-After")),
                isDone ? new Status() : status(body));
    }

    private Status status(String body) {
        try {
            Status status = json.unmarshal(body, Status.class);
            return status == null ? new Status() : status;
        } catch (RuntimeException notJson) {
            return new Status();
        }
    }

    /** Seconds, as the API server writes them. */
    private static long retryAfter(String header) {
        if (header == null || !header.matches("[0-9]{1,6}")) {
            return 0;
        }
        return Math.min(MOST_RETRY_AFTER_MILLIS, TimeUnit.SECONDS.toMillis(Long.parseLong(header)));
    }

    private static String root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
