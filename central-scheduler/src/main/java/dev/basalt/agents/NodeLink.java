package dev.basalt.agents;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.wire.GrantWire;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One node's place in the registry: its agent's connection, if any, and what the node should hold. */
final class NodeLink {
    private final DesiredBook book;
    private @Nullable Attached attached;
    private @Nullable Heartbeat heartbeat;
    private boolean welcomed;
    private long heardNanos;

    NodeLink(DesiredBook book) {
        this.book = book;
    }

    private record Attached(AgentConnection connection, Hello hello, Event.Session session) {}

    /** What became of a hello. */
    sealed interface Turn {
        /** The node is this connection's now; {@code older} had it and is to go, null when nobody had it. */
        record Taken(@Nullable AgentConnection older) implements Turn {}

        /** Another agent, which lives, has the node; it is not to lose what runs there. */
        record HeldBy(Hello other) implements Turn {}
    }

    /**
     * Gives the node to a connection, unless another agent that was heard not long ago has it. Looks and takes in one
     * step: of two agents that say hello in the same instant only one passes.
     */
    synchronized Turn attach(AgentConnection connection, Hello hello, Event.Session session, long silentAfterMillis) {
        Attached holder = attached;
        boolean isRecent = System.nanoTime() - heardNanos < TimeUnit.MILLISECONDS.toNanos(silentAfterMillis);
        if (holder != null && isRecent && !isSameAgent(holder.hello(), hello)) {
            return new Turn.HeldBy(holder.hello());
        }
        attached = new Attached(connection, hello, session);
        heardNanos = System.nanoTime();
        heartbeat = null;
        welcomed = false;
        return new Turn.Taken(holder == null ? null : holder.connection());
    }

    /**
     * A copied state folder has the same UID, and a process that was started again the same folder: both are others.
     */
    private static boolean isSameAgent(Hello holder, Hello other) {
        return holder.getNodeUid().equals(other.getNodeUid())
                && holder.getAgentInstance().equals(other.getAgentInstance());
    }

    synchronized void detach(AgentConnection connection) {
        if (attached != null && attached.connection() == connection) {
            attached = null;
            welcomed = false;
        }
    }

    synchronized boolean isConnected() {
        return attached != null;
    }

    synchronized Optional<Event.Session> session() {
        return attached == null ? Optional.empty() : Optional.of(attached.session());
    }

    synchronized Optional<AgentRegistry.Reading> reading() {
        return attached == null
                ? Optional.empty()
                : Optional.of(new AgentRegistry.Reading(
                        attached.hello().getAgentVersion(), attached.hello().getDriverVersion(), heartbeat));
    }

    synchronized void heard(Heartbeat latest) {
        heartbeat = latest;
        heardNanos = System.nanoTime();
    }

    /** The status with the generations that its agent cannot know. */
    synchronized LimitStatus completed(LimitStatus said) {
        var completed = said.toBuilder();
        for (GrantStatus.Builder grant : completed.getGrantsBuilderList()) {
            if (grant.getState() == GrantState.GRANT_STATE_RELEASED && grant.getGeneration() == 0) {
                grant.setGeneration(book.withdrawnGeneration(GrantWire.key(grant.getKey()), said.getGeneration()));
            }
        }
        return completed.build();
    }

    synchronized void released(Grant.Key key, long grantGeneration) {
        book.released(key, grantGeneration);
    }

    synchronized void welcome(Effect.WelcomeAgent welcome, SchedulerMessage message) {
        Attached now = attached;
        if (now == null || !now.session().equals(welcome.session())) {
            return;
        }
        Hello hello = now.hello();
        book.begin(welcome, hello.getGeneration());
        welcomed = true;
        now.connection().outbound().send(message);
        sendBook(now);
    }

    /** Changes what the node should hold and says so; a node without an agent is told with its next welcome. */
    synchronized void change(Consumer<DesiredBook> change) {
        change.accept(book);
        Attached now = attached;
        if (now != null && welcomed) {
            sendBook(now);
        }
    }

    /** Refuses the connection of that session, or whichever there is when it is null. */
    void refuse(Event.@Nullable Session session, RefuseCode code, String message, boolean fatal) {
        AgentConnection connection = connectionOf(session);
        if (connection != null) {
            connection.refuse(code, message, fatal);
        }
    }

    private synchronized @Nullable AgentConnection connectionOf(Event.@Nullable Session session) {
        Attached now = attached;
        return now == null || (session != null && !now.session().equals(session)) ? null : now.connection();
    }

    private void sendBook(Attached now) {
        now.connection()
                .outbound()
                .send(SchedulerMessage.newBuilder()
                        .setDesiredLimits(book.message())
                        .build());
    }
}
