package dev.basalt.agents.executor;

import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.ExecutorServiceGrpc;
import dev.basalt.transport.Outbound;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/** The service that executors call: each stream becomes an {@link ExecutorConnection}. */
public final class ExecutorEndpoint extends ExecutorServiceGrpc.ExecutorServiceImplBase {
    private static final int MOST_UNREAD = 10_000;

    private final Executors executors;

    public ExecutorEndpoint(Executors executors) {
        this.executors = executors;
    }

    @Override
    public StreamObserver<ExecutorReport> attach(StreamObserver<ExecutorCommand> responses) {
        var stream = (ServerCallStreamObserver<ExecutorCommand>) responses;
        // Without a handler a cancelled stream would throw at whoever sends next.
        stream.setOnCancelHandler(() -> {});
        return new ExecutorConnection(executors, new Outbound<>(stream, MOST_UNREAD));
    }
}
