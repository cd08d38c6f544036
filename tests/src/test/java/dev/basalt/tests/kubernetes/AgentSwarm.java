package dev.basalt.tests.kubernetes;

import dev.basalt.agent.keep.LimitFolders;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.keep.LimitStore;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.limit.Rung;
import dev.basalt.agent.link.Dialer;
import dev.basalt.agent.link.NodeLink;
import dev.basalt.agent.link.NodePort;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.agent.wire.GrantWire;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.HandOffRoad;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.types.v1.Device;
import dev.basalt.proto.types.v1.DeviceHealth;
import dev.basalt.proto.types.v1.DeviceKind;
import dev.basalt.proto.types.v1.EnforcementRung;
import dev.basalt.proto.types.v1.HealthState;
import dev.basalt.proto.types.v1.NodeDescription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Many agents of Kubernetes mode in one process: each with its own stream, its own folder and the real code that
 * accepts limits durably; only their GPUs are made up.
 */
final class AgentSwarm implements AutoCloseable {
    static final long GPU_MIB = 81_920;
    private static final int LOOPS = 4;
    private static final long TICK_MILLIS = 50;
    private static final int SHARES = 10;

    private final List<ScheduledExecutorService> loops = new ArrayList<>();
    private final List<List<Member>> members = new ArrayList<>();
    private final Path folder;
    private final String scheduler;
    private final Path tokenFile;

    /** @param scheduler address of the scheduler they look for first */
    AgentSwarm(Path folder, String scheduler, Path tokenFile) {
        this.folder = folder;
        this.scheduler = scheduler;
        this.tokenFile = tokenFile;
        for (int loop = 0; loop < LOOPS; loop++) {
            ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("swarm-" + loop).factory());
            List<Member> own = new ArrayList<>();
            loops.add(thread);
            members.add(own);
            var _ = thread.scheduleWithFixedDelay(
                    () -> own.forEach(member -> member.link.tick(nowMillis())),
                    TICK_MILLIS,
                    TICK_MILLIS,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Starts an agent for each node. */
    void start(List<String> nodeNames, int gpuCount) {
        for (int index = 0; index < nodeNames.size(); index++) {
            String nodeName = nodeNames.get(index);
            int loop = index % LOOPS;
            loops.get(loop).execute(() -> members.get(loop).add(member(nodeName, gpuCount, loop)));
        }
    }

    /** UUID of a node's GPU. */
    static String gpu(String nodeName, int slot) {
        return "GPU-" + nodeName + "-" + slot;
    }

    @Override
    public void close() {
        for (int loop = 0; loop < LOOPS; loop++) {
            List<Member> own = members.get(loop);
            loops.get(loop).execute(() -> own.forEach(member -> member.link.close()));
            loops.get(loop).close();
        }
    }

    private Member member(String nodeName, int gpuCount, int loop) {
        try {
            Path own = Files.createDirectories(folder.resolve(nodeName));
            var limits = new LimitKeeper(
                    new LimitStore(own), new LimitFolders(own.resolve("limits")), AgentSwarm::nowMillis);
            var node = new MadeUpNode(nodeName, gpuCount, limits);
            return new Member(new NodeLink(
                    loops.get(loop), new Dialer(scheduler, tokenFile, Optional.empty()), node, limits, 1_000));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }

    private record Member(NodeLink link) {}

    /** A node with GPUs that are always well. */
    private record MadeUpNode(String name, int gpuCount, LimitKeeper limits) implements NodePort {
        @Override
        public Hello hello() {
            var hello = Hello.newBuilder()
                    .setMinProtocol(1)
                    .setMaxProtocol(1)
                    .setAgentVersion("swarm")
                    .setNode(name)
                    .setNodeUid("swarm-" + name)
                    .setBootId("boot")
                    .setAgentInstance("swarm-" + name)
                    .setHighestEpochSeen(limits.book().highestEpoch())
                    .setHandOffRoad(HandOffRoad.HAND_OFF_ROAD_COUNT_ONLY)
                    .setGeneration(limits.book().revision().generation());
            for (HeldGrant held : limits.book().held().values()) {
                hello.addGrants(GrantWire.held(held));
            }
            return hello.build();
        }

        @Override
        public long inventoryVersion() {
            return 1;
        }

        @Override
        public FullInventory inventory() {
            var inventory = FullInventory.newBuilder()
                    .setVersion(1)
                    .setNode(NodeDescription.newBuilder().setName(name));
            for (int slot = 0; slot < gpuCount; slot++) {
                inventory.addDevices(Device.newBuilder()
                        .setUuid(gpu(name, slot))
                        .setNode(name)
                        .setSlot(slot)
                        .setKind(DeviceKind.DEVICE_KIND_WHOLE)
                        .setModel("H100")
                        .setMemoryTotalMib(GPU_MIB)
                        .setCoreTotalPermille(1_000)
                        .setSplitCount(SHARES)
                        .setHealth(DeviceHealth.newBuilder().setState(HealthState.HEALTH_STATE_HEALTHY))
                        .addRungs(EnforcementRung.ENFORCEMENT_RUNG_WATCHDOG));
            }
            return inventory.build();
        }

        @Override
        public Heartbeat.Builder heartbeat() {
            return Heartbeat.newBuilder().setInventoryVersion(1);
        }

        @Override
        public List<GpuState> gpus() {
            return List.of();
        }

        @Override
        public NodeFacts facts() {
            TreeMap<String, NodeFacts.DeviceRoom> rooms = new TreeMap<>();
            for (int slot = 0; slot < gpuCount; slot++) {
                rooms.put(gpu(name, slot), new NodeFacts.DeviceRoom(GPU_MIB, 1_000, SHARES, List.of(Rung.WATCHDOG)));
            }
            return new NodeFacts(rooms, new TreeSet<>());
        }
    }
}
