package dev.basalt.agents;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.Versions;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.agent.v1.Welcome;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The agents by node: who is connected, and what each node should hold. */
public final class AgentRegistry {
    private final EventInbox inbox;
    private final Versions versions;
    private final PodIndex pods;
    private final Terms terms;
    private final ConcurrentHashMap<String, NodeLink> nodes = new ConcurrentHashMap<>();
    private final AtomicLong connections = new AtomicLong();

    /**
     * What agents are told, and what they are asked.
     *
     * @param schedulerId for people to read
     * @param heartbeatPeriodMillis how often an agent says that it lives
     * @param silentAfterMillis after how long without a word it counts as silent
     * @param describeNodes whether labels and resources of a node are the agent's to tell; no where an API server does
     * @param leadership whether this scheduler may welcome them
     */
    public record Terms(
            String schedulerId,
            long heartbeatPeriodMillis,
            long silentAfterMillis,
            boolean describeNodes,
            Leadership leadership) {}

    public AgentRegistry(EventInbox inbox, Versions versions, PodIndex pods, Terms terms) {
        this.inbox = inbox;
        this.versions = versions;
        this.pods = pods;
        this.terms = terms;
    }

    /**
     * What an agent last said that the core does not keep.
     *
     * @param agentVersion version of the agent
     * @param driverVersion version of the GPU driver; empty when not said
     * @param heartbeat last heartbeat of this connection; null before the first
     */
    public record Reading(
            String agentVersion,
            String driverVersion,
            @Nullable Heartbeat heartbeat) {}

    /** What the agent of a node last said; empty when none is connected. */
    public Optional<Reading> reading(String nodeName) {
        NodeLink link = nodes.get(nodeName);
        return link == null ? Optional.empty() : link.reading();
    }

    /** Agents that are connected. */
    public int connected() {
        return (int) nodes.values().stream().filter(NodeLink::isConnected).count();
    }

    /** The instance of the agent that is connected for a node; empty when none is. */
    public Optional<Event.Session> session(String nodeName) {
        NodeLink link = nodes.get(nodeName);
        return link == null ? Optional.empty() : link.session();
    }

    EventInbox inbox() {
        return inbox;
    }

    Versions versions() {
        return versions;
    }

    Leadership leadership() {
        return terms.leadership();
    }

    boolean describeNodes() {
        return terms.describeNodes();
    }

    long nextConnection() {
        return connections.incrementAndGet();
    }

    /** Gives a node to a connection; answers why not when another agent that lives has it, else nothing. */
    Optional<String> greet(AgentConnection connection, Hello hello, Event.Session session) {
        return switch (link(hello.getNode()).attach(connection, hello, session, terms.silentAfterMillis())) {
            case NodeLink.Turn.HeldBy held -> Optional.of(whyNot(hello, held.other()));
            case NodeLink.Turn.Taken taken -> {
                AgentConnection older = taken.older();
                if (older != null) {
                    older.refuse(RefuseCode.REFUSE_CODE_REPLACED, "a newer stream of this node has taken over", true);
                }
                yield Optional.empty();
            }
        };
    }

    private String whyNot(Hello hello, Hello holder) {
        if (!hello.getNodeUid().equals(holder.getNodeUid())) {
            return "another agent, with a state folder of its own, already speaks for node " + hello.getNode()
                    + ". Maybe give one of them another --node, or end it.";
        }
        boolean sameBoot = hello.getBootId().equals(holder.getBootId());
        return "another agent with the same node UID " + hello.getNodeUid() + " already speaks for node "
                + hello.getNode() + " and lives, on " + (sameBoot ? "the same boot" : "another boot or machine")
                + ". Maybe the state folder was copied: give this agent a new --state-dir and another --node. If that"
                + " agent has just ended, this one is let in once nothing was heard of it for "
                + terms.silentAfterMillis() + " ms.";
    }

    void heard(String nodeName, Heartbeat heartbeat) {
        link(nodeName).heard(heartbeat);
    }

    LimitStatus completed(String nodeName, LimitStatus said) {
        return link(nodeName).completed(said);
    }

    void released(String nodeName, Grant.Key key, long grantGeneration) {
        link(nodeName).released(key, grantGeneration);
    }

    void gone(AgentConnection connection, String nodeName, Event.Session session) {
        link(nodeName).detach(connection);
        inbox.putResult(new Event.AgentGone(nodeName, session));
    }

    /** Ends every stream, because another scheduler leads or will. */
    public void stepDown() {
        nodes.values()
                .forEach(link ->
                        link.refuse(null, RefuseCode.REFUSE_CODE_NOT_LEADER, "this scheduler leads no more", true));
    }

    /** Ends every stream, because the scheduler goes down. */
    public void close() {
        nodes.values()
                .forEach(link ->
                        link.refuse(null, RefuseCode.REFUSE_CODE_SHUTTING_DOWN, "the scheduler is going down", true));
    }

    /** Does an effect that is about a node's limits. */
    public void run(Effect effect) {
        switch (effect) {
            case Effect.WelcomeAgent welcome -> link(welcome.nodeName()).welcome(welcome, message(welcome));
            case Effect.RefuseAgent refuse ->
                link(refuse.nodeName())
                        .refuse(refuse.session(), RefuseCode.REFUSE_CODE_HIGHER_EPOCH, refuse.reason(), true);
            case Effect.SendGrants send -> link(send.nodeName()).change(book -> book.send(send));
            case Effect.CommitGrants commit -> link(commit.nodeName()).change(book -> book.commit(commit));
            case Effect.WithdrawGrants withdraw -> link(withdraw.nodeName()).change(book -> book.withdraw(withdraw));
            default -> throw new IllegalStateException("no effect on limits: " + effect);
        }
    }

    private SchedulerMessage message(Effect.WelcomeAgent welcome) {
        return SchedulerMessage.newBuilder()
                .setWelcome(Welcome.newBuilder()
                        .setEpoch(welcome.epoch())
                        .setProtocol(Protocol.NEWEST)
                        .setHeartbeatPeriodMillis(terms.heartbeatPeriodMillis())
                        .setSchedulerId(terms.schedulerId())
                        .setSilentAfterMillis(terms.silentAfterMillis()))
                .build();
    }

    private NodeLink link(String nodeName) {
        return nodes.computeIfAbsent(nodeName, name -> new NodeLink(new DesiredBook(pods)));
    }
}
