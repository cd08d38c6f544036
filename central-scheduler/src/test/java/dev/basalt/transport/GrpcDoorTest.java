package dev.basalt.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.health.v1.HealthGrpc.HealthImplBase;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GrpcDoorTest {
    private static final Authenticator SECRET = new TokenFileAuthenticator("secret");

    @TempDir
    Path folder;

    private GrpcDoor door;
    private ManagedChannel channel;

    @BeforeEach
    void open() throws IOException {
        door = new GrpcDoor(GrpcDoor.Place.plain("127.0.0.1", 0), SECRET, List.of());
        channel = NettyChannelBuilder.forAddress("127.0.0.1", door.port())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        door.close();
    }

    @Test
    void answersWhoeverKnowsTheToken() {
        var answer = health("Bearer secret").check(HealthCheckRequest.getDefaultInstance());

        assertEquals(HealthCheckResponse.ServingStatus.SERVING, answer.getStatus());
    }

    @Test
    void refusesCallsWithoutATokenOrWithAnother() {
        assertRefused("Bearer other", "the token is not this scheduler's");
        assertRefused("Bearer ", "the token is not this scheduler's");
        assertRefused("secret", "the call carries no token");
        var failure = assertThrows(
                StatusRuntimeException.class,
                () -> HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance()));
        assertEquals(Status.Code.UNAUTHENTICATED, failure.getStatus().getCode());
    }

    @Test
    void staysUpAndKeepsItsLogShortWhateverBytesComeIn() throws IOException {
        String begins = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        var log = new CountingHandler();
        Logger root = Logger.getLogger("");
        root.addHandler(log);
        Random bytes = new Random(7);
        try {
            for (int client = 0; client < 60; client++) {
                byte[] garbage = new byte[1 << (client % 16)];
                bytes.nextBytes(garbage);
                babble(client % 2 == 0 ? begins : "", garbage);
            }
            babble("GET /" + "a".repeat(1 << 20), new byte[0]);
        } finally {
            root.removeHandler(log);
        }

        var answer = health("Bearer secret").check(HealthCheckRequest.getDefaultInstance());

        assertEquals(HealthCheckResponse.ServingStatus.SERVING, answer.getStatus());
        assertEquals(0, log.count.get());
    }

    /** Sends it all and reads until the door closes, which it may do before all was sent. */
    private void babble(String text, byte[] more) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(more);
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException closedOnUs) {
            // It said enough for the door to close.
        }
    }

    /** Counts what would have been written. */
    private static final class CountingHandler extends Handler {
        final AtomicInteger count = new AtomicInteger();

        @Override
        public void publish(LogRecord written) {
            count.incrementAndGet();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void keepsWhatWentWrongInsideToItself() throws IOException {
        HealthImplBase broken = new HealthImplBase() {
            @Override
            public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> observer) {
                throw new IllegalStateException("the password is hunter2");
            }
        };
        // Health is served already under its own name, so that the broken one takes another.
        BindableService renamed = () -> renamed(broken.bindService(), "test.Broken");
        try (var brokenDoor = new GrpcDoor(GrpcDoor.Place.plain("127.0.0.1", 0), SECRET, List.of(renamed))) {
            ManagedChannel toBroken = NettyChannelBuilder.forAddress("127.0.0.1", brokenDoor.port())
                    .usePlaintext()
                    .intercept(MetadataUtils.newAttachHeadersInterceptor(headers("Bearer secret")))
                    .build();

            var failure = assertThrows(
                    StatusRuntimeException.class,
                    () -> io.grpc.stub.ClientCalls.blockingUnaryCall(
                            toBroken,
                            HealthGrpc.getCheckMethod().toBuilder()
                                    .setFullMethodName("test.Broken/Check")
                                    .build(),
                            io.grpc.CallOptions.DEFAULT,
                            HealthCheckRequest.getDefaultInstance()));

            assertEquals(Status.Code.INTERNAL, failure.getStatus().getCode());
            assertThat(failure.getStatus().getDescription())
                    .contains("Maybe report number")
                    .doesNotContain("hunter2");
            toBroken.shutdownNow();
        }
    }

    @Test
    void saysWhatToDoWhenThePortIsTaken() {
        var failure = assertThrows(
                IOException.class,
                () -> new GrpcDoor(GrpcDoor.Place.plain("127.0.0.1", door.port()), SECRET, List.of()));

        assertThat(failure).hasMessageContaining("choose another listen.grpc-port");
    }

    @Test
    void makesATokenThatOnlyItsUserCanReadAndKeepsIt() throws IOException {
        Path file = folder.resolve("state").resolve("token");

        String first = TokenFile.readOrCreate(file);
        String second = TokenFile.readOrCreate(file);

        assertEquals(first, second);
        assertThat(first).hasSize(43);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void refusesATokenThatOthersCanRead() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        var failure = assertThrows(IOException.class, () -> TokenFile.readOrCreate(file));

        assertThat(failure).hasMessageContaining("others can read it").hasMessageContaining("chmod 600 " + file);
    }

    private void assertRefused(String authorization, String reason) {
        var failure = assertThrows(
                StatusRuntimeException.class,
                () -> health(authorization).check(HealthCheckRequest.getDefaultInstance()));
        assertEquals(Status.Code.UNAUTHENTICATED, failure.getStatus().getCode());
        assertThat(failure.getStatus().getDescription()).contains(reason);
    }

    private HealthGrpc.HealthBlockingStub health(String authorization) {
        return HealthGrpc.newBlockingStub(channel)
                .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers(authorization)));
    }

    private static Metadata headers(String authorization) {
        Metadata headers = new Metadata();
        headers.put(TokenGuard.AUTHORIZATION, authorization);
        return headers;
    }

    private static ServerServiceDefinition renamed(ServerServiceDefinition service, String name) {
        var built = ServerServiceDefinition.builder(name);
        service.getMethods().stream()
                .filter(method ->
                        method.getMethodDescriptor().getFullMethodName().endsWith("/Check"))
                .forEach(method -> addRenamed(built, method, name));
        return built.build();
    }

    private static <Q, A> void addRenamed(
            ServerServiceDefinition.Builder built, io.grpc.ServerMethodDefinition<Q, A> method, String name) {
        built.addMethod(
                method.getMethodDescriptor().toBuilder()
                        .setFullMethodName(name + "/Check")
                        .build(),
                method.getServerCallHandler());
    }
}
