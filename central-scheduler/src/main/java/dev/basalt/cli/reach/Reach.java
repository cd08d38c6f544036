package dev.basalt.cli.reach;

import dev.basalt.config.Endpoint;
import dev.basalt.proto.admin.v1.AdminServiceGrpc;
import dev.basalt.proto.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import io.grpc.CallCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one scheduler.
 *
 * @param channel closed by {@link #close}
 * @param token what the scheduler knows this user by
 * @param address {@code host:port}, for messages
 */
public record Reach(ManagedChannel channel, String token, String address) implements AutoCloseable {
    private static final long CALL_SECONDS = 30;
    private static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /**
     * Connects to the scheduler that was named, else to the one that runs for this user.
     *
     * @param server {@code host:port}; null looks into the endpoint file
     * @param tokenFile file with the token; null takes the one that the endpoint file names
     * @throws CommandFailed when no scheduler is found, or its token cannot be read
     */
    public static Reach to(@Nullable String server, @Nullable Path tokenFile, Map<String, String> environment) {
        Endpoint endpoint = server != null && tokenFile != null ? null : endpoint(environment, server);
        String address =
                server != null || endpoint == null ? named(server) : endpoint.host() + ":" + endpoint.grpcPort();
        Path file = tokenFile != null || endpoint == null
                ? java.util.Objects.requireNonNull(tokenFile)
                : endpoint.tokenFile();
        String token = token(file);
        requireLoopback(address);
        ManagedChannel channel = NettyChannelBuilder.forTarget("dns:///" + address)
                .usePlaintext()
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .build();
        return new Reach(channel, token, address);
    }

    private static String named(@Nullable String server) {
        if (server == null || !server.matches("\\[?[-\\w.:]+]?:\\d{1,5}")) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--server '" + server + "' is not host:port. Maybe write --server 127.0.0.1:7650.");
        }
        return server;
    }

    private static Endpoint endpoint(Map<String, String> environment, @Nullable String server) {
        Path file = Endpoint.wellKnown(environment);
        if (server != null && !Files.exists(file)) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, "--server needs --token-file, as no scheduler of yours runs here.");
        }
        if (!Files.exists(file)) {
            throw CommandFailed.because(
                    CommandFailed.NOT_REACHED,
                    "no scheduler of yours runs here (" + file + " does not exist). Maybe start one with"
                            + " './basalt demo --keep' or './basalt scheduler', or name one with --server and"
                            + " --token-file.");
        }
        try {
            Endpoint endpoint = Endpoint.read(file);
            if (ProcessHandle.of(endpoint.pid()).isEmpty() && server == null) {
                throw CommandFailed.because(
                        CommandFailed.NOT_REACHED,
                        "the scheduler that " + file + " names (process " + endpoint.pid()
                                + ") has ended. Maybe start it" + " again with './basalt scheduler'.");
            }
            return endpoint;
        } catch (IOException unreadable) {
            throw CommandFailed.because(CommandFailed.NOT_REACHED, String.valueOf(unreadable.getMessage()));
        }
    }

    private static String token(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw CommandFailed.because(
                    CommandFailed.NOT_REACHED,
                    "the token file " + file + " cannot be read: " + unreadable + ". Maybe you are not the user who"
                            + " started the scheduler.");
        }
    }

    /** A token never leaves this machine in the clear. */
    private static void requireLoopback(String address) {
        String host = address.substring(0, address.lastIndexOf(':'));
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return;
            }
        } catch (UnknownHostException unknown) {
            throw CommandFailed.because(
                    CommandFailed.NOT_REACHED,
                    "the host of --server " + address + " is not known. Maybe check its name.");
        }
        throw CommandFailed.because(
                CommandFailed.WRONG_USAGE,
                "--server " + address + " is not this machine, and a token is never sent in the clear. Maybe run the"
                        + " command on the scheduler's own machine.");
    }

    /** Calls that must answer within half a minute. */
    public AdminServiceBlockingStub calls() {
        return streams().withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
    }

    /** Calls that go on until they are ended. */
    public AdminServiceBlockingStub streams() {
        return AdminServiceGrpc.newBlockingStub(channel).withCallCredentials(new Bearer(token));
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private static final class Bearer extends CallCredentials {
        private final String token;

        Bearer(String token) {
            this.token = token;
        }

        @Override
        public void applyRequestMetadata(RequestInfo request, Executor executor, MetadataApplier applier) {
            Metadata headers = new Metadata();
            try {
                headers.put(AUTHORIZATION, "Bearer " + token);
                applier.apply(headers);
            } catch (IllegalArgumentException notAscii) {
                applier.fail(Status.UNAUTHENTICATED
                        .withDescription("the token file holds no token")
                        .withCause(notAscii));
            }
        }
    }
}
