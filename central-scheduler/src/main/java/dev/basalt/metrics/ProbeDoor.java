package dev.basalt.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /metrics}, {@code /livez} and {@code /readyz} over HTTP. */
public final class ProbeDoor implements AutoCloseable {
    private static final int BACKLOG = 128;

    static {
        // jdk.httpserver: without these a connection that asks for nothing, or does not read, is kept for ever.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        System.setProperty("sun.net.httpserver.maxRspTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "512");
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /** A verdict on the scheduler; {@code detail} says why it is not well. */
    public record Verdict(boolean well, String detail) {}

    /**
     * What is asked.
     *
     * @param metrics all metrics as text
     * @param live whether the process works at all
     * @param ready whether it can be sent work
     */
    public record Answers(Supplier<String> metrics, Supplier<Verdict> live, Supplier<Verdict> ready) {}

    /**
     * Opens the door.
     *
     * @param port 0 takes a free one
     * @throws IOException when the port cannot be had
     */
    public ProbeDoor(String host, int port, Answers answers) throws IOException {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
        } catch (IOException taken) {
            throw new IOException(
                    "cannot listen on " + host + ":" + port + ": " + taken.getMessage()
                            + ". Maybe another scheduler runs there; choose another listen.http-port, or 0 for any.",
                    taken);
        }
        server.setExecutor(threads);
        server.createContext(
                "/metrics", exchange -> answer(exchange, 200, answers.metrics().get()));
        server.createContext(
                "/livez", exchange -> answer(exchange, answers.live().get()));
        server.createContext(
                "/readyz", exchange -> answer(exchange, answers.ready().get()));
        server.createContext("/", exchange -> answer(exchange, 404, "not here. Maybe /metrics, /livez or /readyz.\n"));
        server.start();
    }

    /** Port it listens on. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void answer(HttpExchange exchange, Verdict verdict) throws IOException {
        answer(exchange, verdict.well() ? 200 : 503, (verdict.well() ? "ok" : verdict.detail()) + "\n");
    }

    private static void answer(HttpExchange exchange, int code, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        exchange.sendResponseHeaders(code, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
