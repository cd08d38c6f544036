package dev.basalt.kubernetes.call;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** An HTTP server that answers as a test says, for answers that a real API server gives only under faults. */
public final class ScriptedApi implements AutoCloseable {
    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Request> arrivals = new LinkedBlockingQueue<>();
    private final KubernetesClient client;
    private volatile Function<Request, Reply> script;

    /** What came in; the path is without its query. */
    public record Request(String verb, String path, String query, String body) {}

    /** What goes out. */
    public record Reply(int code, String body, Map<String, String> headers) {
        public static Reply of(int code, String body) {
            return new Reply(code, body, Map.of());
        }

        /** A failure as the API server words it. */
        public static Reply failure(int code, String reason, String message) {
            return of(
                    code,
                    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":" + code
                            + ",\"reason\":\"" + reason + "\",\"message\":\"" + message + "\"}");
        }

        public Reply with(String header, String value) {
            return new Reply(code, body, Map.of(header, value));
        }
    }

    public ScriptedApi(Function<Request, Reply> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    public ApiCalls calls() {
        return new ApiCalls(client);
    }

    public void script(Function<Request, Reply> next) {
        script = next;
    }

    /** All that came in so far. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** The next request, when it comes. */
    public Request awaitRequest() throws InterruptedException {
        return arrivals.take();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String query = exchange.getRequestURI().getQuery();
            Request request = new Request(
                    exchange.getRequestMethod(), exchange.getRequestURI().getPath(), query == null ? "" : query, body);
            requests.add(request);
            arrivals.add(request);
            Reply reply = script.apply(request);
            reply.headers()
                    .forEach((name, value) -> exchange.getResponseHeaders().add(name, value));
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] content = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.code(), content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        client.close();
        server.stop(0);
    }
}
