package dev.basalt.transport;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The gRPC server: services, health and reflection on one port. Every call must carry a token of somebody who is known,
 * and runs on a virtual thread of its own.
 */
public final class GrpcDoor implements AutoCloseable {
    /** Larger than any manifest that is taken, so that one which is too large gets our own words and not gRPC's. */
    private static final int MOST_MESSAGE_BYTES = 32 << 20;

    private static final int MOST_HEADER_BYTES = 16 << 10;
    private static final long CLOSE_MILLIS = 2_000;
    /** A connection that says nothing of HTTP/2 for so long is not one of ours. */
    private static final long GREETING_SECONDS = 10;
    /** One that nobody calls on for so long is closed; agents always have a call open. */
    private static final long IDLE_MINUTES = 10;

    private static final int MOST_CALLS = 1_000;

    /**
     * gRPC writes a stack trace and a dump of the bytes for each connection that speaks no HTTP/2, so that whoever can
     * reach the port could fill the log. Held here, because a logger that nobody holds forgets its level.
     */
    private static final Logger CONNECTIONS = Logger.getLogger("io.grpc.netty.NettyServerTransport.connections");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HealthStatusManager health = new HealthStatusManager();
    private final Server server;

    /**
     * Where it is, and how it is known.
     *
     * @param host address to listen on
     * @param port 0 takes a free one
     * @param identity certificate and key, which may change while the door is open; null for a door without TLS
     */
    public record Place(String host, int port, @Nullable X509ExtendedKeyManager identity) {
        /** Without TLS: for loopback alone. */
        public static Place plain(String host, int port) {
            return new Place(host, port, null);
        }
    }

    /**
     * Opens the door.
     *
     * @throws IOException when the port cannot be had
     */
    public GrpcDoor(Place place, Authenticator authenticator, List<BindableService> services) throws IOException {
        CONNECTIONS.setLevel(Level.WARNING);
        var builder = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getByName(place.host()), place.port()))
                .executor(threads)
                .maxInboundMessageSize(MOST_MESSAGE_BYTES)
                .maxInboundMetadataSize(MOST_HEADER_BYTES)
                .keepAliveTime(20, TimeUnit.SECONDS)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .handshakeTimeout(GREETING_SECONDS, TimeUnit.SECONDS)
                .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                .maxConcurrentCallsPerConnection(MOST_CALLS)
                .intercept(new ErrorGuard())
                .intercept(new TokenGuard(authenticator))
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance());
        services.forEach(builder::addService);
        if (place.identity() != null) {
            builder.sslContext(GrpcSslContexts.configure(SslContextBuilder.forServer(place.identity()), SslProvider.JDK)
                    .protocols("TLSv1.3")
                    .build());
        }
        try {
            this.server = builder.build().start();
        } catch (IOException taken) {
            throw new IOException(
                    "cannot listen on " + place.host() + ":" + place.port() + ": " + taken.getMessage()
                            + ". Maybe another scheduler runs there; choose another listen.grpc-port, or 0 for any.",
                    taken);
        }
    }

    /** Port it listens on. */
    public int port() {
        return server.getPort();
    }

    /** Ends all calls; waits a little for those that end by themselves. */
    @Override
    public void close() {
        health.enterTerminalState();
        server.shutdown();
        try {
            if (!server.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException hurried) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        threads.shutdownNow();
    }
}
