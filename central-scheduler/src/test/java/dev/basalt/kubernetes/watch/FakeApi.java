package dev.basalt.kubernetes.watch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A small API server: lists in pages, watches, bookmarks, compaction, and faults on demand. Objects are texts without
 * {@code resourceVersion}, written with single quotes, that begin with <code>{'metadata': {</code>.
 */
final class FakeApi implements AutoCloseable {
    private static final String BEGIN = "{'metadata': {";

    private final HttpServer server;
    private final Map<String, TreeMap<String, String>> objects = new TreeMap<>();
    private final List<Entry> log = new ArrayList<>();
    private final Map<String, ArrayDeque<Fault>> faults = new TreeMap<>();
    private final Map<String, Integer> inFlight = new TreeMap<>();
    private final Map<String, List<String>> snapshots = new TreeMap<>();
    /** Queries of all requests, each as {@code PATH?QUERY}. */
    final List<String> requests = new ArrayList<>();

    private long version = 100;
    private long compactedTo;
    private int mostInFlight;
    private int watchGeneration;
    private boolean deaf;
    private boolean silent;

    private record Entry(String path, String type, String object, long version) {}

    private record Fault(int status, String retryAfter) {}

    FakeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .build();
    }

    synchronized void put(Watched kind, String key, String object) {
        version++;
        String text = versioned(object, version);
        boolean known =
                objects.computeIfAbsent(kind.path(), absent -> new TreeMap<>()).put(key, text) != null;
        told(new Entry(kind.path(), known ? "MODIFIED" : "ADDED", text, version));
    }

    synchronized void delete(Watched kind, String key) {
        version++;
        String text = objects.getOrDefault(kind.path(), new TreeMap<>()).remove(key);
        if (text == null) {
            throw new IllegalStateException("no " + key);
        }
        told(new Entry(kind.path(), "DELETED", text, version));
    }

    synchronized void bookmark(Watched kind) {
        version++;
        told(new Entry(kind.path(), "BOOKMARK", versioned(BEGIN + "}}", version), version));
    }

    /** Watches are told nothing from now on, and nobody will make up for it. */
    synchronized void deaf(boolean now) {
        deaf = now;
    }

    /** Watches neither say anything nor end from now on, as behind a connection that is dead. */
    synchronized void silent(boolean now) {
        silent = now;
        notifyAll();
    }

    private void told(Entry entry) {
        if (!deaf) {
            log.add(entry);
        }
        notifyAll();
    }

    /** Forgets all history; watches of older versions are refused, and those that run end. */
    synchronized void compact() {
        compactedTo = ++version;
        log.clear();
        dropWatches();
    }

    synchronized void dropWatches() {
        watchGeneration++;
        notifyAll();
    }

    /** The next request of a path gets no answer at all. */
    synchronized void hangNext(Watched kind) {
        failNext(kind, 0, "");
    }

    /** The next request of a path is answered with that. */
    synchronized void failNext(Watched kind, int status, String retryAfter) {
        faults.computeIfAbsent(kind.path(), absent -> new ArrayDeque<>()).add(new Fault(status, retryAfter));
    }

    /** Most requests of one path at one time. */
    synchronized int mostInFlight() {
        return mostInFlight;
    }

    synchronized List<String> requests(Watched kind) {
        return requests.stream()
                .filter(request -> request.startsWith(kind.path() + "?"))
                .map(request -> request.substring(kind.path().length() + 1))
                .toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getRawQuery();
        Fault fault;
        synchronized (this) {
            requests.add(path + "?" + query);
            int now = inFlight.merge(path, 1, Integer::sum);
            mostInFlight = Math.max(mostInFlight, now);
            ArrayDeque<Fault> waiting = faults.get(path);
            fault = waiting == null ? null : waiting.poll();
        }
        boolean counted = true;
        try (exchange) {
            Map<String, String> parameters = parameters(query);
            if (fault != null && fault.status() == 0) {
                hang();
            } else if (fault != null) {
                if (!fault.retryAfter().isEmpty()) {
                    exchange.getResponseHeaders().set("Retry-After", fault.retryAfter());
                }
                exchange.sendResponseHeaders(fault.status(), -1);
            } else if (parameters.containsKey("watch")) {
                watch(exchange, path, parameters);
            } else {
                byte[] body = list(path, parameters).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
                synchronized (this) {
                    inFlight.merge(path, -1, Integer::sum);
                    counted = false;
                }
                exchange.sendResponseHeaders(body.length == 0 ? 410 : 200, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
        } finally {
            synchronized (this) {
                inFlight.merge(path, counted ? -1 : 0, Integer::sum);
            }
        }
    }

    private synchronized void hang() {
        try {
            int generation = watchGeneration;
            while (generation == watchGeneration) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A page; empty when its token is not known any more. */
    private synchronized String list(String path, Map<String, String> parameters) {
        int limit = Integer.parseInt(parameters.getOrDefault("limit", "1000000"));
        String token = parameters.getOrDefault("continue", "");
        String listVersion = token.isEmpty() ? String.valueOf(version) : token.split("-", 2)[0];
        int from = token.isEmpty() ? 0 : Integer.parseInt(token.split("-", 2)[1]);
        if (token.isEmpty()) {
            snapshots.put(
                    path + listVersion,
                    List.copyOf(objects.getOrDefault(path, new TreeMap<>()).values()));
        }
        List<String> all = snapshots.get(path + listVersion);
        if (all == null || Long.parseLong(listVersion) < compactedTo) {
            return "";
        }
        int end = Math.min(all.size(), from + limit);
        String next = end < all.size() ? listVersion + "-" + end : "";
        return "{'kind': 'List', 'metadata': {'resourceVersion': '%s', 'continue': '%s'}, 'items': [%s]}"
                .formatted(listVersion, next, String.join(",", all.subList(from, end)));
    }

    private void watch(HttpExchange exchange, String path, Map<String, String> parameters) throws IOException {
        long seen = Long.parseLong(parameters.getOrDefault("resourceVersion", "0"));
        long endNanos = System.nanoTime()
                + TimeUnit.SECONDS.toNanos(Integer.parseInt(parameters.getOrDefault("timeoutSeconds", "60")));
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        body.flush();
        try {
            while (true) {
                String lines;
                synchronized (this) {
                    int generation = watchGeneration;
                    if (seen < compactedTo) {
                        write(body, frame("ERROR", "{'kind': 'Status', 'code': 410, 'reason': 'Expired'}"));
                        return;
                    }
                    long last = seen;
                    lines = silent
                            ? ""
                            : log.stream()
                                    .filter(entry -> entry.path().equals(path))
                                    .filter(entry -> entry.version() > last)
                                    .map(entry -> frame(entry.type(), entry.object()))
                                    .collect(Collectors.joining());
                    seen = silent
                            ? seen
                            : Math.max(
                                    seen, log.isEmpty() ? seen : log.getLast().version());
                    if (lines.isEmpty()) {
                        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
                        if (leftMillis <= 0 && !silent) {
                            return;
                        }
                        wait(silent ? 0 : leftMillis);
                        if (generation != watchGeneration) {
                            return;
                        }
                    }
                }
                write(body, lines);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(OutputStream body, String text) throws IOException {
        body.write(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        body.flush();
    }

    private static String frame(String type, String object) {
        return "{'type': '" + type + "', 'object': " + object + "}\n";
    }

    private static String versioned(String object, long version) {
        if (!object.startsWith(BEGIN)) {
            throw new IllegalArgumentException(object);
        }
        String rest = object.substring(BEGIN.length());
        return BEGIN + "'resourceVersion': '" + version + "'" + (rest.startsWith("}") ? "" : ", ") + rest;
    }

    private static Map<String, String> parameters(String query) {
        return Arrays.stream(query.split("&", -1))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        dropWatches();
        server.stop(0);
    }
}
