package dev.basalt.agent.link;

import static org.awaitility.Awaitility.await;

import dev.basalt.proto.agent.v1.Ack;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.AgentServiceGrpc;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.agent.v1.Welcome;
import dev.basalt.proto.executor.v1.AttachAccepted;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.ExecutorServiceGrpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A scheduler on loopback that keeps what agents say, and says what a test tells it to. */
public final class FakeScheduler implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What agents said on the streams about nodes, oldest first. */
    public final List<AgentMessage> heard = new CopyOnWriteArrayList<>();

    /** What agents said on the streams about tasks, oldest first. */
    public final List<ExecutorReport> reports = new CopyOnWriteArrayList<>();

    /** The authorization of each call. */
    public final List<String> tokens = new CopyOnWriteArrayList<>();

    private final Server server;
    private volatile SchedulerMessage answerToHello;
    private volatile boolean acknowledging = true;
    private volatile @Nullable StreamObserver<SchedulerMessage> toNode;
    private volatile @Nullable StreamObserver<ExecutorCommand> toExecutor;

    /** Listens on that port; 0 is any. */
    public FakeScheduler(int port, long epoch) throws IOException {
        answerToHello = welcome(epoch);
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addService(new Nodes())
                .addService(new Executors())
                .intercept(new KeepTokens())
                .build()
                .start();
    }

    /** Welcomes with a fast heartbeat. */
    public static SchedulerMessage welcome(long epoch) {
        return SchedulerMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setEpoch(epoch)
                        .setProtocol(1)
                        .setHeartbeatPeriodMillis(100)
                        .setSilentAfterMillis(5000))
                .build();
    }

    public int port() {
        return server.getPort();
    }

    public String address() {
        return "127.0.0.1:" + port();
    }

    /** What the next hello is answered with. */
    public void answerHelloWith(SchedulerMessage message) {
        answerToHello = message;
    }

    /** Whether limit statuses are acknowledged. */
    public void acknowledge(boolean yes) {
        acknowledging = yes;
    }

    /** Says something to the node. */
    public void say(SchedulerMessage message) {
        StreamObserver<SchedulerMessage> stream = toNode;
        if (stream == null) {
            throw new IllegalStateException("No agent has connected");
        }
        synchronized (stream) {
            stream.onNext(message);
        }
    }

    public void say(DesiredLimits limits) {
        say(SchedulerMessage.newBuilder().setDesiredLimits(limits).build());
    }

    /** Says something to the executor. */
    public void command(ExecutorCommand command) {
        StreamObserver<ExecutorCommand> stream = toExecutor;
        if (stream == null) {
            throw new IllegalStateException("No executor has attached");
        }
        stream.onNext(command);
    }

    /** Waits for a message from the node. */
    public AgentMessage awaitMessage(Predicate<AgentMessage> wanted) {
        return await().atMost(PATIENCE)
                .until(() -> heard.stream().filter(wanted).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /** Waits for a report from the executor. */
    public ExecutorReport awaitReport(Predicate<ExecutorReport> wanted) {
        return await().atMost(PATIENCE)
                .until(() -> reports.stream().filter(wanted).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        server.shutdownNow();
        await().atMost(PATIENCE).until(server::isTerminated);
    }

    private final class Nodes extends AgentServiceGrpc.AgentServiceImplBase {
        @Override
        public StreamObserver<AgentMessage> connect(StreamObserver<SchedulerMessage> answers) {
            toNode = answers;
            return new Ears<>(message -> {
                heard.add(message);
                if (message.hasHello()) {
                    say(answerToHello);
                } else if (message.hasLimitStatus() && acknowledging) {
                    say(SchedulerMessage.newBuilder()
                            .setAck(Ack.newBuilder()
                                    .setLimitStatusSequence(
                                            message.getLimitStatus().getSequence()))
                            .build());
                }
            });
        }
    }

    private final class Executors extends ExecutorServiceGrpc.ExecutorServiceImplBase {
        @Override
        public StreamObserver<ExecutorReport> attach(StreamObserver<ExecutorCommand> commands) {
            toExecutor = commands;
            return new Ears<>(report -> {
                reports.add(report);
                if (report.hasAttach()) {
                    commands.onNext(ExecutorCommand.newBuilder()
                            .setAttachAccepted(AttachAccepted.newBuilder().setProtocol(1))
                            .build());
                }
            });
        }
    }

    private record Ears<T>(java.util.function.Consumer<T> listener) implements StreamObserver<T> {
        @Override
        public void onNext(T message) {
            listener.accept(message);
        }

        @Override
        public void onError(Throwable broken) {
            // The agent went away, which tests do on purpose.
        }

        @Override
        public void onCompleted() {
            // The agent went away, which tests do on purpose.
        }
    }

    private final class KeepTokens implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String token = headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
            tokens.add(token == null ? "" : token);
            return next.startCall(call, headers);
        }
    }
}
