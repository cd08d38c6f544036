package dev.basalt.agents;

import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.AgentServiceGrpc;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.transport.Caller;
import dev.basalt.transport.Outbound;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/** The service that agents call: each stream becomes an {@link AgentConnection}. */
public final class AgentEndpoint extends AgentServiceGrpc.AgentServiceImplBase {
    private static final int MOST_UNREAD = 1_000;

    private final AgentRegistry registry;

    public AgentEndpoint(AgentRegistry registry) {
        this.registry = registry;
    }

    @Override
    public StreamObserver<AgentMessage> connect(StreamObserver<SchedulerMessage> responses) {
        var stream = (ServerCallStreamObserver<SchedulerMessage>) responses;
        // Without a handler a cancelled stream would throw at whoever sends next.
        stream.setOnCancelHandler(() -> {});
        return new AgentConnection(registry, new Outbound<>(stream, MOST_UNREAD), Caller.KEY.get());
    }
}
