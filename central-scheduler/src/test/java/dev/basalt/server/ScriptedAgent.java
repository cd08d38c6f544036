package dev.basalt.server;

import com.google.protobuf.ByteString;
import dev.basalt.proto.agent.v1.AgentMessage;
import dev.basalt.proto.agent.v1.AgentServiceGrpc;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DeviceSample;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.agent.v1.RunningContainer;
import dev.basalt.proto.agent.v1.SchedulerMessage;
import dev.basalt.proto.executor.v1.Attach;
import dev.basalt.proto.executor.v1.ExecutorCommand;
import dev.basalt.proto.executor.v1.ExecutorReport;
import dev.basalt.proto.executor.v1.ExecutorServiceGrpc;
import dev.basalt.proto.executor.v1.Exited;
import dev.basalt.proto.executor.v1.Forgotten;
import dev.basalt.proto.executor.v1.LogChunk;
import dev.basalt.proto.executor.v1.Run;
import dev.basalt.proto.executor.v1.Started;
import dev.basalt.proto.executor.v1.Stop;
import dev.basalt.proto.executor.v1.TaskKey;
import dev.basalt.proto.executor.v1.TaskState;
import dev.basalt.proto.types.v1.Device;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.DeviceKind;
import dev.basalt.proto.types.v1.EnforcementRung;
import dev.basalt.proto.types.v1.Grant;
import dev.basalt.proto.types.v1.GrantKey;
import dev.basalt.proto.types.v1.GrantState;
import dev.basalt.proto.types.v1.GrantStatus;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.NodeDescription;
import dev.basalt.proto.types.v1.ResourceAmount;
import dev.basalt.proto.types.v1.ResourceVector;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * An agent that speaks the protocol and does nothing else: it accepts what it is sent and says that tasks run. What it
 * holds outlives a connection, as an agent's disk would.
 */
final class ScriptedAgent {
    private final String node;
    private final int gpuCount;
    private final String nodeUid;
    private final String process = UUID.randomUUID().toString();
    private final Map<String, Grant> held = new TreeMap<>();
    private final Map<String, TaskState> tasks = new ConcurrentSkipListMap<>();
    final BlockingQueue<SchedulerMessage> said = new LinkedBlockingQueue<>();
    final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();
    final BlockingQueue<Stop> stops = new LinkedBlockingQueue<>();
    final BlockingQueue<String> released = new LinkedBlockingQueue<>();
    private @Nullable StreamObserver<AgentMessage> limits;
    private @Nullable StreamObserver<ExecutorReport> executor;
    private @Nullable ManagedChannel channel;
    private long sequence;
    private long epoch;
    private int instance;
    private boolean refusing;

    ScriptedAgent(String node, int gpuCount) {
        this(node, gpuCount, "uid-" + node);
    }

    /** One whose state folder bears this UID. */
    ScriptedAgent(String node, int gpuCount, String nodeUid) {
        this.node = node;
        this.gpuCount = gpuCount;
        this.nodeUid = nodeUid;
    }

    /** Connects as a fresh process of the same node. */
    synchronized void connect(ManagedChannel to) {
        channel = to;
        instance++;
        limits = AgentServiceGrpc.newStub(to).connect(new StreamObserver<>() {
            @Override
            public void onNext(SchedulerMessage message) {
                take(message);
            }

            @Override
            public void onError(Throwable broken) {}

            @Override
            public void onCompleted() {}
        });
        limits.onNext(AgentMessage.newBuilder().setHello(hello()).build());
    }

    /** From now on it can store no grant, or can again. */
    synchronized void refuses(boolean now) {
        refusing = now;
    }

    /** Ends its streams, as a killed process would. */
    synchronized void disconnect() {
        if (limits != null) {
            limits.onError(new IllegalStateException("killed"));
        }
        if (executor != null) {
            executor.onError(new IllegalStateException("killed"));
        }
        limits = null;
        executor = null;
    }

    /** A task ends by itself. */
    synchronized void exit(TaskKey task, int code) {
        Exited exited = Exited.newBuilder().setTask(task).setExitCode(code).build();
        tasks.put(
                task.getPodUid(),
                TaskState.newBuilder().setTask(task).setExited(exited).build());
        report(ExecutorReport.newBuilder().setExited(exited).build());
    }

    synchronized void beat(long beat) {
        var heartbeat = Heartbeat.newBuilder().setSequence(beat);
        for (int slot = 0; slot < gpuCount; slot++) {
            heartbeat.addDevices(DeviceSample.newBuilder()
                    .setDeviceUuid(uuid(slot))
                    .setHealth(healthy())
                    .setPowerMilliwatt(61_000)
                    .setTemperatureCelsius(34));
        }
        send(AgentMessage.newBuilder().setHeartbeat(heartbeat).build());
    }

    synchronized void send(AgentMessage message) {
        if (limits != null) {
            limits.onNext(message);
        }
    }

    private Hello hello() {
        var hello = Hello.newBuilder()
                .setMinProtocol(1)
                .setMaxProtocol(1)
                .setAgentVersion("0.1.0")
                .setNode(node)
                .setNodeUid(nodeUid)
                .setBootId("boot")
                .setAgentInstance(process + "-" + instance)
                .setHighestEpochSeen(epoch)
                .setDriverVersion("550.54.15")
                .setExecutor(true)
                .addAllGrants(held.values());
        tasks.values().stream()
                .filter(task -> !task.hasExited())
                .forEach(task -> hello.addContainers(RunningContainer.newBuilder()
                        .setPodUid(task.getTask().getPodUid())
                        .setContainer(task.getTask().getContainer())));
        return hello.build();
    }

    private synchronized void take(SchedulerMessage message) {
        said.add(message);
        switch (message.getMessageCase()) {
            case WELCOME -> {
                epoch = message.getWelcome().getEpoch();
                send(AgentMessage.newBuilder().setFullInventory(inventory()).build());
                beat(1);
                attach();
            }
            case DESIRED_LIMITS -> obey(message.getDesiredLimits());
            case ACK, REFUSE, MESSAGE_NOT_SET -> {}
        }
    }

    private void obey(DesiredLimits desired) {
        var status = LimitStatus.newBuilder()
                .setSequence(++sequence)
                .setEpoch(desired.getEpoch())
                .setGeneration(desired.getGeneration());
        Map<String, Grant> wanted = new TreeMap<>();
        // Of what it never accepted it knows the key alone.
        desired.getWithdrawnList().stream()
                .filter(key -> !held.containsKey(key(key)))
                .forEach(key -> status.addGrants(
                        GrantStatus.newBuilder().setKey(key).setState(GrantState.GRANT_STATE_RELEASED)));
        for (Grant grant : desired.getGrantsList()) {
            if (refusing && !held.containsKey(key(grant.getKey()))) {
                status.addGrants(status(grant, GrantState.GRANT_STATE_REFUSED));
                continue;
            }
            GrantState state = grant.getState() == GrantState.GRANT_STATE_SENT
                    ? GrantState.GRANT_STATE_ACCEPTED
                    : GrantState.GRANT_STATE_IN_FORCE;
            wanted.put(key(grant.getKey()), grant.toBuilder().setState(state).build());
            status.addGrants(status(grant, state));
        }
        for (Map.Entry<String, Grant> entry : held.entrySet()) {
            if (!wanted.containsKey(entry.getKey())) {
                status.addGrants(status(entry.getValue(), GrantState.GRANT_STATE_RELEASED));
            }
        }
        held.clear();
        held.putAll(wanted);
        send(AgentMessage.newBuilder().setLimitStatus(status).build());
    }

    private static GrantStatus status(Grant grant, GrantState state) {
        return GrantStatus.newBuilder()
                .setKey(grant.getKey())
                .setState(state)
                .setEpoch(grant.getEpoch())
                .setGeneration(grant.getGeneration())
                .build();
    }

    private static String key(GrantKey key) {
        return key.getPodUid() + " " + key.getContainer() + " " + key.getDeviceUuid();
    }

    private void attach() {
        executor = ExecutorServiceGrpc.newStub(java.util.Objects.requireNonNull(channel))
                .attach(new StreamObserver<>() {
                    @Override
                    public void onNext(ExecutorCommand command) {
                        run(command);
                    }

                    @Override
                    public void onError(Throwable broken) {}

                    @Override
                    public void onCompleted() {}
                });
        executor.onNext(ExecutorReport.newBuilder()
                .setAttach(Attach.newBuilder()
                        .setMinProtocol(1)
                        .setMaxProtocol(1)
                        .setNode(node)
                        .setAgentInstance(process + "-" + instance)
                        .addAllTasks(tasks.values()))
                .build());
    }

    private synchronized void run(ExecutorCommand command) {
        switch (command.getCommandCase()) {
            case RUN -> {
                Run run = command.getRun();
                TaskState state = TaskState.newBuilder()
                        .setTask(run.getTask())
                        .setStartedUnixMillis(1)
                        .build();
                if (tasks.putIfAbsent(run.getTask().getPodUid(), state) == null) {
                    runs.add(run);
                    report(ExecutorReport.newBuilder()
                            .setStarted(Started.newBuilder().setTask(run.getTask()))
                            .build());
                }
            }
            case STOP -> {
                stops.add(command.getStop());
                TaskState task = tasks.get(command.getStop().getTask().getPodUid());
                if (task != null && !task.hasExited()) {
                    exit(task.getTask(), 143);
                }
            }
            case RELEASE -> {
                TaskKey task = command.getRelease().getTask();
                tasks.remove(task.getPodUid());
                released.add(task.getPodUid());
                report(ExecutorReport.newBuilder()
                        .setForgotten(Forgotten.newBuilder().setTask(task))
                        .build());
            }
            case READ_LOG -> {
                var read = command.getReadLog();
                for (String piece : List.of("hello ", "world\n")) {
                    report(ExecutorReport.newBuilder()
                            .setLogChunk(LogChunk.newBuilder()
                                    .setTask(read.getTask())
                                    .setReaderId(read.getReaderId())
                                    .setOffsetBytes(piece.startsWith("hello") ? 0 : 6)
                                    .setContent(ByteString.copyFromUtf8(piece))
                                    .setEnd(piece.startsWith("world")))
                            .build());
                }
            }
            case ATTACH_ACCEPTED, ATTACH_REFUSED, CHECKPOINT_NOW, CLOSE_LOG, COMMAND_NOT_SET -> {}
        }
    }

    private void report(ExecutorReport report) {
        if (executor != null) {
            executor.onNext(report);
        }
    }

    private FullInventory inventory() {
        var inventory = FullInventory.newBuilder()
                .setVersion(1)
                .setNode(NodeDescription.newBuilder()
                        .setName(node)
                        .setUid("uid-" + node)
                        .setAllocatable(ResourceVector.newBuilder()
                                .addAmounts(amount("cpu", 64_000))
                                .addAmounts(amount("memory", 1L << 38))
                                .addAmounts(amount("pods", 110))));
        for (int slot = 0; slot < gpuCount; slot++) {
            inventory.addDevices(Device.newBuilder()
                    .setUuid(uuid(slot))
                    .setNode(node)
                    .setSlot(slot)
                    .setKind(DeviceKind.DEVICE_KIND_WHOLE)
                    .setModel("NVIDIA A100-SXM4-40GB")
                    .setMemoryTotalMib(40_960)
                    .setCoreTotalPermille(1_000)
                    .setHealth(healthy())
                    .addRungs(EnforcementRung.ENFORCEMENT_RUNG_WATCHDOG));
        }
        return inventory.build();
    }

    private static ResourceAmount amount(String name, long amount) {
        return ResourceAmount.newBuilder().setName(name).setAmount(amount).build();
    }

    private String uuid(int slot) {
        return "GPU-" + node + "-" + slot;
    }

    private static DeviceHealth healthy() {
        return DeviceHealth.newBuilder()
                .setState(HealthState.HEALTH_STATE_HEALTHY)
                .build();
    }
}
