package dev.basalt.kube.fault;

import dev.basalt.kube.ControlPlane;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection and the one to the API server behind it. One request at a time, as HTTP/1.1 is used. All but
 * {@link #isWatching} and {@link #run} happens on the thread of the client's channel.
 */
final class Road {
    private final FaultProxy proxy;
    private final Tls tls;
    private final ControlPlane plane;
    private final Channel client;
    private List<Tls.Identity> identity = List.of();
    private @Nullable Channel server;
    /** Of the request that is being answered, or was last. */
    private volatile String uri = "";

    private volatile boolean watching;
    private boolean answering;
    private boolean loseAnswer;
    private boolean upgrading;
    private boolean upgraded;
    private int held;
    private @Nullable WatchStream stream;

    Road(FaultProxy proxy, Tls tls, ControlPlane plane, Channel client) {
        this.proxy = proxy;
        this.tls = tls;
        this.plane = plane;
        this.client = client;
    }

    boolean isWatching(RequestPattern pattern) {
        return watching && pattern.matches("GET", uri);
    }

    /** Does it on the right thread and returns when it is done. */
    void run(Consumer<Road> deed) {
        client.eventLoop().submit(() -> deed.accept(this)).syncUninterruptibly();
    }

    void opened() {
        proxy.opened(this);
        listen(!proxy.isSilent());
    }

    void knows(List<Tls.Identity> shown) {
        identity = shown;
    }

    void listen(boolean on) {
        client.config().setAutoRead(on);
        if (server != null) {
            server.config().setAutoRead(on);
        }
    }

    void clientIsReady(boolean ready) {
        if (server != null && !proxy.isSilent()) {
            server.config().setAutoRead(ready);
        }
    }

    void request(FullHttpRequest request) {
        uri = request.uri();
        Rule rule = proxy.ruleFor(request.method().name(), uri);
        switch (rule.fault()) {
            case Fault.Pass() -> pass(request);
            case Fault.Answer answer -> {
                request.release();
                toClient(StatusObjects.response(answer));
            }
            case Fault.Delay(long delayMillis) -> {
                held++;
                var _ = client.eventLoop().schedule(() -> passHeld(request), delayMillis, TimeUnit.MILLISECONDS);
            }
            case Fault.Hold() -> {
                held++;
                rule.hold(() -> client.eventLoop().execute(() -> passHeld(request)));
            }
            case Fault.LoseRequest() -> {
                request.release();
                breakOff();
            }
            case Fault.LoseAnswer() -> {
                loseAnswer = true;
                pass(request);
            }
        }
    }

    /** Also when the client has lost patience meanwhile: what is on its way arrives late. */
    private void passHeld(FullHttpRequest request) {
        held--;
        pass(request);
    }

    private void pass(FullHttpRequest request) {
        Headers.forServer(request, identity);
        answering = true;
        Channel open = server;
        if (open != null && open.isActive()) {
            var _ = open.writeAndFlush(request);
            return;
        }
        var _ = connect().addListener((ChannelFutureListener) connected -> {
            if (connected.isSuccess()) {
                var _ = connected.channel().writeAndFlush(request);
            } else {
                request.release();
                breakOff();
            }
        });
    }

    private ChannelFuture connect() {
        String host = plane.server().getHost();
        int port = plane.server().getPort();
        var context = identity.isEmpty() ? tls.plainClient() : tls.frontProxyClient();
        ChannelFuture connecting = new Bootstrap()
                .group(client.eventLoop())
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast("tls", context.newHandler(channel.alloc(), host, port))
                                .addLast("http", new HttpClientCodec())
                                .addLast("server", new ServerSide(Road.this));
                    }
                })
                .connect(host, port);
        server = connecting.channel();
        server.config().setAutoRead(!proxy.isSilent());
        return connecting;
    }

    /** Frames of an upgraded connection. */
    void toServer(Object message) {
        if (server == null) {
            ReferenceCountUtil.release(message);
        } else {
            var _ = server.writeAndFlush(message);
        }
    }

    void answer(Object message) {
        if (loseAnswer) {
            ReferenceCountUtil.release(message);
            if (message instanceof LastHttpContent) {
                breakOff();
            }
            return;
        }
        if (message instanceof HttpResponse response) {
            begin(response);
        } else if (upgrading && message instanceof LastHttpContent) {
            upgrading = false;
            upgraded = true;
            ReferenceCountUtil.release(message);
            Upgrade.ofServer(server());
        } else if (stream != null) {
            stream.pass(message).forEach(this::write);
            client.flush();
        } else {
            toClient(message);
        }
        if (message instanceof LastHttpContent && !watching) {
            answering = false;
        } else if (message instanceof LastHttpContent && stream != null && !stream.isFramed()) {
            ended();
        }
        leaveIfAlone();
    }

    private void begin(HttpResponse response) {
        boolean watch = RequestPattern.isWatch(uri);
        if (response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            upgrading = true;
            watching = watch;
            stream = watch ? WatchStream.ofFrames(event -> proxy.swallows(uri, event)) : null;
            var copy = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status());
            copy.headers().set(response.headers());
            toClient(copy);
            Upgrade.ofClient(client);
        } else {
            String type = response.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
            watching = watch && response.status().equals(HttpResponseStatus.OK);
            stream = watching && type.startsWith("application/json")
                    ? WatchStream.ofLines(event -> proxy.swallows(uri, event))
                    : null;
            toClient(response);
        }
    }

    private void ended() {
        watching = false;
        answering = false;
        stream = null;
    }

    /** Ends the running watch as the API server does when it no longer has its version. */
    void expire() {
        WatchStream running = stream;
        if (!watching || running == null) {
            return;
        }
        running.expired().forEach(this::write);
        client.flush();
        boolean framed = running.isFramed();
        ended();
        closeServer();
        if (framed) {
            closeClient();
        }
    }

    void breakOff() {
        closeClient();
        closeServer();
    }

    void clientLeft() {
        proxy.closed(this);
        leaveIfAlone();
    }

    /** A client that left takes its watch with it, but not a request that is held or being answered. */
    private void leaveIfAlone() {
        boolean atWork = held > 0 || (answering && !watching && !upgraded);
        if (!client.isActive() && !atWork) {
            closeServer();
        }
    }

    void serverLeft() {
        if (answering) {
            closeClient();
        }
    }

    private void toClient(Object message) {
        var _ = client.writeAndFlush(message);
    }

    private void write(Object message) {
        var _ = client.write(message);
    }

    private void closeClient() {
        var _ = client.close();
    }

    private void closeServer() {
        if (server != null) {
            var _ = server.close();
        }
    }

    private Channel server() {
        Channel open = server;
        if (open == null) {
            throw new IllegalStateException("an answer without a connection");
        }
        return open;
    }
}
