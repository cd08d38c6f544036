package dev.basalt.kube.fault;

import dev.basalt.kube.ControlPlane;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Stands before the API server and does to requests and watches what a test asks for, and nothing by itself. To harm
 * one client and not another, give each its own proxy. Speaks HTTP/1.1 and WebSocket over TLS and does not offer
 * HTTP/2, so that each running watch is a connection of its own. Clients keep their identity, by token or certificate.
 */
public final class FaultProxy implements AutoCloseable {
    private static final int MAX_REQUEST_BYTES = 16 << 20;
    private static final String HOST = "127.0.0.1";

    private final ControlPlane plane;
    private final Tls tls;
    private final MultiThreadIoEventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Set<Road> roads = ConcurrentHashMap.newKeySet();
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final List<Swallow> swallows = new CopyOnWriteArrayList<>();
    private final int port;
    private volatile boolean silent;
    private Channel listening;

    private FaultProxy(ControlPlane plane) throws IOException {
        this.plane = plane;
        this.tls = Tls.of(plane);
        this.listening = listen(0);
        this.port = ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** One that listens on a port of its own and passes everything on. */
    public static FaultProxy before(ControlPlane plane) {
        try {
            return new FaultProxy(plane);
        } catch (IOException e) {
            throw new UncheckedIOException("no proxy before " + plane.server(), e);
        }
    }

    public URI server() {
        return URI.create("https://" + HOST + ":" + port);
    }

    /** The admin's, by way of this proxy. */
    public Path kubeconfig() {
        return kubeconfigLike(plane.kubeconfig());
    }

    /** Of a user with a token, by way of this proxy. */
    public Path kubeconfig(String user) {
        return kubeconfigLike(plane.kubeconfig(user));
    }

    /** Does this to the next requests that match, so many times. The oldest rule that still takes requests wins. */
    public Rule inject(RequestPattern pattern, Fault fault, int times) {
        Rule rule = new Rule(pattern, fault, times);
        rules.add(rule);
        return rule;
    }

    /** As above, until {@link Rule#end()}. */
    public Rule inject(RequestPattern pattern, Fault fault) {
        return inject(pattern, fault, Integer.MAX_VALUE);
    }

    /** Loses the next events that match in watches that match, so many; later events come as if nothing was. */
    public Swallow swallow(RequestPattern watches, Predicate<WatchEvent> events, int times) {
        Swallow swallow = new Swallow(watches, events, times);
        swallows.add(swallow);
        return swallow;
    }

    /** Watches that run at this moment. */
    public int watchCount(RequestPattern pattern) {
        return (int) roads.stream().filter(road -> road.isWatching(pattern)).count();
    }

    /** Breaks the connections of running watches without a word. Answers how many. */
    public int dropWatches(RequestPattern pattern) {
        return toWatches(pattern, Road::breakOff);
    }

    /** Ends running watches as the API server does when it no longer has their version: 410. Answers how many. */
    public int expireWatches(RequestPattern pattern) {
        return toWatches(pattern, Road::expire);
    }

    /** Breaks every connection once; clients may come back at once. */
    public void cut() {
        roads.forEach(road -> road.run(Road::breakOff));
    }

    /** Breaks every connection and refuses new ones, as a server that is not there, until {@link #accept()}. */
    public void refuse() {
        listening.close().syncUninterruptibly();
        cut();
    }

    /** After {@link #refuse()}, on the same port. */
    public void accept() {
        listening = listen(port);
    }

    /**
     * Connections stay and can be made, and no byte passes, as behind a broken link, until {@link #speak()}. What was
     * on its way arrives then.
     */
    public void silence() {
        silent = true;
        roads.forEach(road -> road.run(one -> one.listen(false)));
    }

    /** After {@link #silence()}. */
    public void speak() {
        silent = false;
        roads.forEach(road -> road.run(one -> one.listen(true)));
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        cut();
        threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** The rule that takes this request, or one that passes it. */
    Rule ruleFor(String method, String uri) {
        return rules.stream()
                .filter(rule -> rule.takes(method, uri))
                .findFirst()
                .orElseGet(() -> new Rule(RequestPattern.everything(), new Fault.Pass(), 1));
    }

    boolean swallows(String uri, WatchEvent event) {
        return swallows.stream().anyMatch(swallow -> swallow.takes(uri, event));
    }

    boolean isSilent() {
        return silent;
    }

    void opened(Road road) {
        roads.add(road);
    }

    void closed(Road road) {
        roads.remove(road);
    }

    private int toWatches(RequestPattern pattern, Consumer<Road> deed) {
        List<Road> meant =
                roads.stream().filter(road -> road.isWatching(pattern)).toList();
        meant.forEach(road -> road.run(deed));
        return meant.size();
    }

    private Channel listen(int onPort) {
        return new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast("tls", tls.server().newHandler(channel.alloc()))
                                .addLast("http", new HttpServerCodec())
                                .addLast("whole", new HttpObjectAggregator(MAX_REQUEST_BYTES))
                                .addLast("client", new ClientSide(new Road(FaultProxy.this, tls, plane, channel)));
                    }
                })
                .bind(HOST, onPort)
                .syncUninterruptibly()
                .channel();
    }

    private Path kubeconfigLike(Path original) {
        try {
            String text = Files.readString(original).replace(plane.server().toString(), server().toString());
            return Files.writeString(plane.folder().resolve("by-" + port + "-" + original.getFileName()), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + original, e);
        }
    }
}
