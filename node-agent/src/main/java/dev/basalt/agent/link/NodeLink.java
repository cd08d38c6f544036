package dev.basalt.agent.link;

import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.agent.sample.Health;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.agent.wire.GrantWire;
import dev.basalt.agent.wire.InventoryWire;
import dev.basalt.proto.agent.v1.Ack;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.AgentServiceGrpc;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.HealthChanged;
import dev.basalt.proto.agent.v1.Refuse;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.agent.v1.Welcome;
import dev.basalt.proto.types.v1.GrantStatus;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conversation about the node: hello, welcome, inventory, then heartbeats, limits and their acknowledgements; begun
 * again after each break. Lives on the agent's loop, which calls {@link #tick} often.
 */
public final class NodeLink {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);
    private static final long FIRST_RETRY_MILLIS = 250;
    private static final long LAST_RETRY_MILLIS = 15_000;
    private static final long GREETING_MILLIS = 15_000;
    private static final long LEAST_PERIOD_MILLIS = 50;
    private static final long MOST_PERIOD_MILLIS = 60_000;
    private static final int SILENT_PERIODS = 10;

    /** How the conversation stands. */
    public enum State {
        /** No stream; the next try is due sometime. */
        DOWN,
        /** The hello is sent. */
        GREETING,
        /** Welcomed. */
        LINKED,
        /** Scheduler and agent have no version of the protocol in common; a person must act. */
        RED
    }

    private final Executor loop;
    private final Dialer dialer;
    private final NodePort node;
    private final LimitKeeper limits;
    private final LimitOutbox outbox = new LimitOutbox();
    private final RandomGenerator random = new Random();
    private final Backoff backoff;
    private volatile State state = State.DOWN;
    private volatile String problem = "";
    private volatile String target;
    private long periodMillis;
    private long nextTryMillis;
    private long stateSinceMillis;
    private long lastHeardMillis;
    private long silentAfterMillis;
    private boolean acknowledges;
    private long nextHeartbeatMillis;
    private long heartbeatSequence;
    private long inventoryVersionSent;
    private long epoch;
    private final Map<String, Health> healthSent = new TreeMap<>();
    private @Nullable ManagedChannel channel;
    private @Nullable DuplexStream<AgentMessage, SchedulerMessage> stream;

    /**
     * Does not connect before the first tick.
     *
     * @param periodMillis between heartbeats until a welcome says otherwise
     */
    public NodeLink(Executor loop, Dialer dialer, NodePort node, LimitKeeper limits, long periodMillis) {
        this.loop = loop;
        this.dialer = dialer;
        this.target = dialer.home();
        this.node = node;
        this.limits = limits;
        this.periodMillis = periodMillis;
        this.backoff = new Backoff(FIRST_RETRY_MILLIS, LAST_RETRY_MILLIS, random);
    }

    public State state() {
        return state;
    }

    /** What is wrong, for people; empty text when nothing is. */
    public String problem() {
        return problem;
    }

    /** Epoch of the leader that welcomed this node; 0 before the first. */
    public long epoch() {
        return epoch;
    }

    /** The address in use. */
    public String target() {
        return target;
    }

    /** The channel, while the node is linked. */
    Optional<ManagedChannel> channel() {
        return state == State.LINKED ? Optional.ofNullable(channel) : Optional.empty();
    }

    /** Does what is due. */
    public void tick(long nowMillis) {
        switch (state) {
            case DOWN, RED -> {
                if (nowMillis >= nextTryMillis) {
                    connect(nowMillis);
                }
            }
            case GREETING -> {
                if (nowMillis - stateSinceMillis > GREETING_MILLIS) {
                    drop("no welcome came", nowMillis);
                }
            }
            case LINKED -> converse(nowMillis);
        }
    }

    /** Ends the conversation. */
    public void close() {
        hangUp("the agent is stopping");
        state = State.DOWN;
        nextTryMillis = Long.MAX_VALUE;
    }

    private void connect(long nowMillis) {
        hangUp("trying again");
        try {
            ManagedChannel dialed = dialer.dial(target);
            channel = dialed;
            var opened = new DuplexStream<AgentMessage, SchedulerMessage>(
                    loop, message -> handle(message, now()), status -> onEnd(status, now()));
            stream = opened;
            AgentServiceGrpc.newStub(dialed).connect(opened);
            state = State.GREETING;
            stateSinceMillis = nowMillis;
            opened.send(AgentMessage.newBuilder().setHello(node.hello()).build());
        } catch (IOException unreadable) {
            drop("the token cannot be read: " + unreadable, nowMillis);
        }
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private void converse(long nowMillis) {
        if (acknowledges && nowMillis - lastHeardMillis > silentAfterMillis) {
            drop("the scheduler has been silent for " + (nowMillis - lastHeardMillis) + " ms", nowMillis);
            return;
        }
        DuplexStream<AgentMessage, SchedulerMessage> open = stream;
        if (open == null || !open.ready()) {
            return;
        }
        if (node.inventoryVersion() != inventoryVersionSent) {
            FullInventory inventory = node.inventory();
            inventoryVersionSent = inventory.getVersion();
            open.send(AgentMessage.newBuilder().setFullInventory(inventory).build());
        }
        if (inventoryVersionSent == 0) {
            return;
        }
        sendHealth(open);
        sendLimits(open, nowMillis);
        if (nowMillis >= nextHeartbeatMillis && open.ready()) {
            nextHeartbeatMillis = Math.max(nextHeartbeatMillis + periodMillis, nowMillis + periodMillis / 2);
            open.send(AgentMessage.newBuilder()
                    .setHeartbeat(node.heartbeat()
                            .setSequence(++heartbeatSequence)
                            .setInventoryVersion(inventoryVersionSent)
                            .setGeneration(limits.book().revision().generation()))
                    .build());
        }
    }

    private void sendHealth(DuplexStream<AgentMessage, SchedulerMessage> open) {
        for (GpuState gpu : node.gpus()) {
            Health before = healthSent.put(gpu.uuid(), gpu.health());
            boolean changed = before != null
                    && (before.state() != gpu.health().state()
                            || before.lastXid() != gpu.health().lastXid());
            if (changed) {
                LOG.warn("health gpu={} {} -> {}", gpu.uuid(), before, gpu.health());
                open.send(AgentMessage.newBuilder()
                        .setHealthChanged(HealthChanged.newBuilder()
                                .setDeviceUuid(gpu.uuid())
                                .setHealth(InventoryWire.health(gpu.health())))
                        .build());
            }
        }
    }

    private void sendLimits(DuplexStream<AgentMessage, SchedulerMessage> open, long nowMillis) {
        List<GrantReport> news = limits.drainNews();
        if (!news.isEmpty()) {
            outbox.add(news, List.of(), limits.book().revision(), false, nowMillis);
        }
        if (outbox.shouldStartOver(nowMillis)) {
            outbox.clear();
            tellEverything(nowMillis);
        }
        for (var next = outbox.next(); next.isPresent(); next = open.ready() ? outbox.next() : Optional.empty()) {
            open.send(AgentMessage.newBuilder().setLimitStatus(next.get()).build());
        }
    }

    private void tellEverything(long nowMillis) {
        outbox.add(limits.everything(), List.of(), limits.book().revision(), true, nowMillis);
    }

    private void handle(SchedulerMessage message, long nowMillis) {
        lastHeardMillis = nowMillis;
        switch (message.getMessageCase()) {
            case WELCOME -> onWelcome(message.getWelcome(), nowMillis);
            case DESIRED_LIMITS -> onDesired(message.getDesiredLimits(), nowMillis);
            case ACK -> onAck(message.getAck());
            case REFUSE -> onRefuse(message.getRefuse(), nowMillis);
            case MESSAGE_NOT_SET -> LOG.warn("skipped a message of a kind that this version does not know");
        }
    }

    private void onWelcome(Welcome welcome, long nowMillis) {
        if (welcome.getEpoch() < limits.book().highestEpoch()) {
            drop(
                    "welcomed under epoch " + welcome.getEpoch() + " but epoch "
                            + limits.book().highestEpoch() + " was seen. Maybe a replaced leader still runs",
                    nowMillis);
            return;
        }
        try {
            limits.see(welcome.getEpoch());
        } catch (IOException notStored) {
            drop("the epoch cannot be stored: " + notStored, nowMillis);
            return;
        }
        epoch = welcome.getEpoch();
        if (welcome.getHeartbeatPeriodMillis() > 0) {
            periodMillis = Math.clamp(welcome.getHeartbeatPeriodMillis(), LEAST_PERIOD_MILLIS, MOST_PERIOD_MILLIS);
        }
        silentAfterMillis = Math.max(welcome.getSilentAfterMillis(), SILENT_PERIODS * periodMillis);
        backoff.reset();
        if (state != State.LINKED) {
            LOG.info("linked scheduler={} epoch={} period={}ms", target, epoch, periodMillis);
        }
        state = State.LINKED;
        stateSinceMillis = nowMillis;
        problem = "";
        acknowledges = false;
        inventoryVersionSent = 0;
        healthSent.clear();
        nextHeartbeatMillis = nowMillis;
        outbox.clear();
        limits.drainNews();
        tellEverything(nowMillis);
    }

    private void onDesired(DesiredLimits message, long nowMillis) {
        if (state != State.LINKED) {
            LOG.warn("skipped desired limits before the welcome generation={}", message.getGeneration());
            return;
        }
        try {
            GrantWire.Arrived arrived = GrantWire.desired(message);
            limits.take(arrived.desired(), node.facts());
            List<GrantStatus> bad = arrived.bad();
            outbox.add(limits.drainNews(), bad, arrived.desired().revision(), false, nowMillis);
        } catch (IllegalArgumentException senseless) {
            LOG.error("skipped desired limits that make no sense: {}", senseless.getMessage());
        }
        tick(nowMillis);
    }

    private void onAck(Ack ack) {
        acknowledges |= ack.getHeartbeatSequence() > 0;
        if (ack.getLimitStatusSequence() > 0) {
            limits.heard(outbox.heard(ack.getLimitStatusSequence()));
        }
    }

    private void onRefuse(Refuse refuse, long nowMillis) {
        String said = refuse.getCode() + " " + refuse.getMessage();
        if (refuse.getCode() == RefuseCode.REFUSE_CODE_PROTOCOL) {
            drop(
                    "the scheduler speaks no version of the protocol that this agent does. Maybe update the older one: "
                            + said,
                    nowMillis);
            state = State.RED;
            return;
        }
        if (!refuse.getFatal()) {
            LOG.warn("refused: {}", said);
            return;
        }
        drop("refused: " + said, nowMillis);
        if (refuse.getCode() == RefuseCode.REFUSE_CODE_NOT_LEADER) {
            seekLeader(refuse, nowMillis);
        } else {
            nextTryMillis = Math.max(nextTryMillis, nowMillis + refuse.getRetryAfterMillis());
        }
    }

    /** A leader is found, or elected, soon: who only stands by is no reason to wait long. */
    private void seekLeader(Refuse refuse, long nowMillis) {
        backoff.reset();
        long waitMillis = Math.max(FIRST_RETRY_MILLIS, refuse.getRetryAfterMillis());
        nextTryMillis = nowMillis + waitMillis / 2 + random.nextLong(waitMillis);
        if (!refuse.getLeaderAddress().isEmpty() && dialer.trusts(refuse.getLeaderAddress())) {
            target = refuse.getLeaderAddress();
        }
    }

    private void onEnd(Status status, long nowMillis) {
        String advice =
                status.getCode() == Status.Code.UNAUTHENTICATED ? ". Maybe the token file is of another scheduler" : "";
        drop(status.getCode() + " " + status.getDescription() + advice, nowMillis);
    }

    /** Ends the stream and lets the next try be due after a while. Limits stay in force meanwhile. */
    private void drop(String why, long nowMillis) {
        long waitMillis = backoff.nextMillis();
        if (!why.equals(problem)) {
            LOG.warn("not linked scheduler={} next try in {} ms: {}", target, waitMillis, why);
        }
        hangUp(why);
        problem = why;
        state = State.DOWN;
        target = dialer.home();
        stateSinceMillis = nowMillis;
        nextTryMillis = nowMillis + waitMillis;
    }

    private void hangUp(String why) {
        if (stream != null) {
            stream.cancel(why);
            stream = null;
        }
        if (channel != null) {
            channel.shutdownNow();
            channel = null;
        }
    }
}
