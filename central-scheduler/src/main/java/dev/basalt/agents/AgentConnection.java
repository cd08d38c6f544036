package dev.basalt.agents;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.ObservedUse;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Heartbeat.DeviceHealth;
import dev.basalt.proto.agent.v1.Ack;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.HealthChanged;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.Refuse;
import dev.basalt.proto.agent.v1.RefuseCode;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.transport.Caller;
import dev.basalt.transport.Outbound;
import dev.basalt.wire.DeviceWire;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.ReasonWire;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stream of one agent, from its hello to its end. gRPC calls it from one thread at a time. */
final class AgentConnection implements StreamObserver<AgentMessage> {
    private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);
    private static final long RETRY_MILLIS = 500;

    private final AgentRegistry registry;
    private final Outbound<SchedulerMessage> outbound;
    private final @Nullable Caller caller;
    private final TreeMap<String, Device.Health> health = new TreeMap<>();
    private List<ObservedUse> use = List.of();
    private volatile @Nullable Live live;
    private long sequence;
    private volatile boolean over;

    /** @param caller who opened the stream; null when nobody found out */
    AgentConnection(AgentRegistry registry, Outbound<SchedulerMessage> outbound, @Nullable Caller caller) {
        this.registry = registry;
        this.outbound = outbound;
        this.caller = caller;
    }

    /** What a hello made known. */
    private record Live(String nodeName, Event.Session session) {}

    Outbound<SchedulerMessage> outbound() {
        return outbound;
    }

    @Override
    public void onNext(AgentMessage message) {
        if (over) {
            return;
        }
        try {
            take(message);
        } catch (BadMessageException bad) {
            boolean fatal = live == null;
            refuse(RefuseCode.REFUSE_CODE_BAD_MESSAGE, String.valueOf(bad.getMessage()), fatal);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            refuse(RefuseCode.REFUSE_CODE_SHUTTING_DOWN, "the scheduler is going down", true);
        }
    }

    @Override
    public void onError(Throwable broken) {
        end("broken: " + broken.getMessage());
    }

    @Override
    public void onCompleted() {
        end("completed");
        outbound.complete();
    }

    private void take(AgentMessage message) throws BadMessageException, InterruptedException {
        Live speaker = live;
        if (speaker == null) {
            if (!message.hasHello()) {
                throw new BadMessageException("the first message must be a hello, is " + message.getMessageCase());
            }
            greet(message.getHello());
            return;
        }
        switch (message.getMessageCase()) {
            case HELLO -> throw new BadMessageException("a second hello came on one stream. Maybe connect again.");
            case FULL_INVENTORY -> take(speaker, message.getFullInventory());
            case HEARTBEAT -> take(speaker, message.getHeartbeat());
            case LIMIT_STATUS -> take(speaker, message.getLimitStatus());
            case HEALTH_CHANGED -> take(speaker, message.getHealthChanged());
            case MESSAGE_NOT_SET -> LOG.debug("skip a message of a newer agent node={}", speaker.nodeName());
        }
    }

    private void greet(Hello hello) throws BadMessageException, InterruptedException {
        try {
            Protocol.agree(hello.getMinProtocol(), hello.getMaxProtocol());
        } catch (BadMessageException other) {
            refuse(RefuseCode.REFUSE_CODE_PROTOCOL, String.valueOf(other.getMessage()), true);
            return;
        }
        if (caller == null || !caller.maySpeakFor(hello.getNode())) {
            String who = caller == null ? "a caller without a name" : caller.words();
            refuse(
                    RefuseCode.REFUSE_CODE_NOT_YOUR_NODE,
                    who + " does not speak for node " + hello.getNode()
                            + ". Maybe run the agent with the service account of agents, on the node it names.",
                    true);
            return;
        }
        if (!registry.leadership().leads()) {
            refuse(RefuseCode.REFUSE_CODE_NOT_LEADER, "this scheduler does not lead", true);
            return;
        }
        Event.Session session = AgentTranslator.session(hello, registry.nextConnection());
        Event.AgentHello event = AgentTranslator.hello(hello, session);
        Optional<String> whyNot = registry.greet(this, hello, session);
        if (whyNot.isPresent()) {
            refuse(RefuseCode.REFUSE_CODE_NOT_YOUR_NODE, whyNot.get(), true);
            return;
        }
        live = new Live(hello.getNode(), session);
        registry.inbox().put(event);
        LOG.info(
                "agent connected node={} connection={} version={}",
                hello.getNode(),
                session.connection(),
                hello.getAgentVersion());
    }

    private void take(Live speaker, FullInventory inventory) throws BadMessageException, InterruptedException {
        List<Event> events = new ArrayList<>();
        if (registry.describeNodes()) {
            var node = AgentTranslator.node(inventory, speaker.nodeName());
            events.add(new Event.NodeApplied(
                    AgentTranslator.SOURCE, node, registry.versions().next()));
        }
        var devices = AgentTranslator.inventory(inventory, speaker.nodeName(), speaker.session(), ++sequence);
        health.clear();
        devices.devices().forEach(device -> health.put(device.uuid(), device.health()));
        events.add(devices);
        acknowledgeOnceStored(
                events,
                Ack.newBuilder().setInventoryVersion(inventory.getVersion()).build());
    }

    private void take(Live speaker, Heartbeat heartbeat) throws InterruptedException {
        registry.heard(speaker.nodeName(), heartbeat);
        heartbeat.getDevicesList().forEach(sample -> seen(sample.getDeviceUuid(), sample.getHealth()));
        use = heartbeat.getUsesList().stream().map(DeviceWire::use).toList();
        put(speaker);
        acknowledge(
                Ack.newBuilder().setHeartbeatSequence(heartbeat.getSequence()).build());
    }

    private void take(Live speaker, HealthChanged change) throws InterruptedException {
        seen(change.getDeviceUuid(), change.getHealth());
        put(speaker);
    }

    /** A GPU that is cut into MIG instances stays closed whatever its health. */
    private void seen(String deviceUuid, dev.basalt.proto.types.v1.DeviceHealth said) {
        boolean cut = health.get(deviceUuid) instanceof Device.Health.Unhealthy known
                && known.reason().equals(DeviceWire.MIG_ENABLED);
        if (health.containsKey(deviceUuid) && !cut) {
            health.put(deviceUuid, DeviceWire.health(said));
        }
    }

    private void put(Live speaker) throws InterruptedException {
        List<DeviceHealth> all = new ArrayList<>();
        health.forEach((uuid, verdict) -> all.add(new DeviceHealth(uuid, verdict)));
        registry.inbox().put(new Event.Heartbeat(speaker.nodeName(), speaker.session(), ++sequence, all, use));
    }

    private void take(Live speaker, LimitStatus said) throws BadMessageException, InterruptedException {
        LimitStatus status = registry.completed(speaker.nodeName(), said);
        var event = AgentTranslator.grants(status, speaker.nodeName(), speaker.session());
        status.getGrantsList().stream()
                .filter(grant -> grant.getState() == GrantState.GRANT_STATE_RELEASED)
                .forEach(grant ->
                        registry.released(speaker.nodeName(), GrantWire.key(grant.getKey()), grant.getGeneration()));
        acknowledgeOnceStored(
                List.of(event),
                Ack.newBuilder().setLimitStatusSequence(status.getSequence()).build());
    }

    private void acknowledgeOnceStored(List<Event> events, Ack ack) throws InterruptedException {
        registry.inbox().submit(events, () -> acknowledge(ack));
    }

    private void acknowledge(Ack ack) {
        outbound.send(SchedulerMessage.newBuilder().setAck(ack).build());
    }

    /** Says why not; a fatal refusal ends the stream. */
    void refuse(RefuseCode code, String message, boolean fatal) {
        LOG.warn(
                "refuse agent node={} code={} fatal={}: {}",
                live == null ? "?" : live.nodeName(),
                code,
                fatal,
                message);
        outbound.send(SchedulerMessage.newBuilder()
                .setRefuse(Refuse.newBuilder()
                        .setCode(code)
                        .setReason(ReasonWire.of(code.name(), message))
                        .setMessage(message)
                        .setFatal(fatal)
                        .setLeaderAddress(registry.leadership().leaderAddress())
                        .setRetryAfterMillis(RETRY_MILLIS))
                .build());
        if (fatal) {
            end("refused");
            outbound.complete();
        }
    }

    private void end(String why) {
        Live speaker = live;
        if (over || speaker == null) {
            over = true;
            return;
        }
        over = true;
        LOG.info(
                "agent gone node={} connection={} {}",
                speaker.nodeName(),
                speaker.session().connection(),
                why);
        registry.gone(this, speaker.nodeName(), speaker.session());
    }
}
