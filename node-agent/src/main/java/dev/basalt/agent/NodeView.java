package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.NodeFacts;
import dev.basalt.agent.link.NodePort;
import dev.basalt.agent.process.ProcessTable;
import dev.basalt.agent.run.ContainerStatus;
import dev.basalt.agent.run.TaskBook;
import dev.basalt.agent.sample.Attribution;
import dev.basalt.agent.sample.GpuHost;
import dev.basalt.agent.sample.GpuState;
import dev.basalt.agent.sample.Inventory;
import dev.basalt.agent.wire.GrantWire;
import dev.basalt.agent.wire.HeartbeatWire;
import dev.basalt.agent.wire.InventoryWire;
import dev.basalt.proto.agent.v1.FullInventory;
import dev.basalt.proto.agent.v1.HandOffRoad;
import dev.basalt.proto.agent.v1.Heartbeat;
import dev.basalt.proto.agent.v1.Hello;
import dev.basalt.proto.agent.v1.RunningContainer;
import dev.basalt.proto.types.v1.EnforcementRung;
import dev.basalt.proto.types.v1.NodeDescription;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node as its scheduler hears of it: GPUs, limits and tasks seen together. Lives on the agent's loop. */
final class NodeView implements NodePort {
    private static final Logger LOG = LoggerFactory.getLogger(NodeView.class);
    private static final int PROTOCOL = 1;
    private static final long REFRESH_EVERY_MILLIS = 1000;

    private final AgentConfig config;
    private final NodeIdentity identity;
    private final GpuHost host;
    private final LimitKeeper limits;
    private final TaskBook tasks;
    private final NodeDescription description;
    private final InventoryWire wire;
    private final long startedMillis = System.nanoTime() / 1_000_000;
    private Inventory inventory = Inventory.EMPTY;
    private long inventoryVersion;
    private long nextRefreshMillis;

    NodeView(AgentConfig config, NodeIdentity identity, GpuHost host, LimitKeeper limits, TaskBook tasks) {
        this.config = config;
        this.identity = identity;
        this.host = host;
        this.limits = limits;
        this.tasks = tasks;
        this.description = NodeDescriptions.of(config, identity);
        this.wire = new InventoryWire(config.node(), (int) config.maxPodsPerGpu());
    }

    /** Looks at the devices again when that is due; to be called before the other questions. */
    void refresh(long nowMillis) {
        if (inventoryVersion > 0 && nowMillis < nextRefreshMillis) {
            return;
        }
        nextRefreshMillis = nowMillis + REFRESH_EVERY_MILLIS;
        boolean waited = nowMillis - startedMillis > config.hangAfterMillis();
        if (inventoryVersion == 0 && !host.settled() && host.driver().isPresent() && !waited) {
            return;
        }
        Inventory seen = Inventory.of(host.states());
        boolean first = inventoryVersion == 0
                && (host.settled() || waited || !host.problem().isEmpty());
        if (first || (inventoryVersion > 0 && !seen.tellsTheSameAs(inventory))) {
            inventory = seen;
            inventoryVersion++;
            LOG.info(
                    "inventory version={} devices={} problem={}",
                    inventoryVersion,
                    seen.devices().size(),
                    host.problem());
        }
    }

    Inventory devices() {
        return inventory;
    }

    List<Attribution.Use> uses() {
        return new Attribution(ProcessTable.ofThisMachine(), tasks.supervisors()).of(host.states());
    }

    @Override
    public Hello hello() {
        var hello = Hello.newBuilder()
                .setMinProtocol(PROTOCOL)
                .setMaxProtocol(PROTOCOL)
                .setAgentVersion(identity.agentVersion())
                .setNode(config.node())
                .setNodeUid(config.nodeUid().orElse(identity.nodeUid()))
                .setBootId(identity.bootId())
                .setAgentInstance(identity.agentInstance())
                .setHighestEpochSeen(limits.book().highestEpoch())
                .setHandOffRoad(
                        config.executor() ? HandOffRoad.HAND_OFF_ROAD_EXECUTOR : HandOffRoad.HAND_OFF_ROAD_COUNT_ONLY)
                .addRungs(EnforcementRung.ENFORCEMENT_RUNG_WATCHDOG)
                .setCgroupVersion(identity.cgroupVersion())
                .setGeneration(limits.book().revision().generation())
                .setExecutor(config.executor());
        host.driver()
                .ifPresent(driver ->
                        hello.setDriverVersion(driver.driverVersion()).setCudaDriverVersion(driver.cudaVersion()));
        for (HeldGrant held : limits.book().held().values()) {
            hello.addGrants(GrantWire.held(held));
        }
        tasks.views().forEach((key, view) -> {
            if (view.status() instanceof ContainerStatus.Running running) {
                hello.addContainers(RunningContainer.newBuilder()
                        .setPodUid(key.podUid())
                        .setContainer(key.container())
                        .setRuntimeId(Long.toString(running.start().supervisor().pid()))
                        .setStartedUnixMillis(running.start().startedUnixMillis()));
            }
        });
        return hello.build();
    }

    @Override
    public long inventoryVersion() {
        return inventoryVersion;
    }

    @Override
    public FullInventory inventory() {
        return wire.inventory(inventoryVersion, inventory, host.states(), description);
    }

    @Override
    public Heartbeat.Builder heartbeat() {
        return HeartbeatWire.heartbeat(inventory, host.states(), uses(), System.currentTimeMillis());
    }

    @Override
    public List<GpuState> gpus() {
        return host.states();
    }

    @Override
    public NodeFacts facts() {
        return new NodeFacts(inventory.rooms((int) config.maxPodsPerGpu()), tasks.alive());
    }
}
