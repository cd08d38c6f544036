package dev.basalt.agent;

import dev.basalt.agent.config.AgentConfig;
import dev.basalt.agent.keep.LimitFolders;
import dev.basalt.agent.keep.LimitKeeper;
import dev.basalt.agent.keep.LimitStore;
import dev.basalt.agent.limit.ContainerKey;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.link.Dialer;
import dev.basalt.agent.link.NodeLink;
import dev.basalt.agent.link.TaskLink;
import dev.basalt.agent.run.Supervisor;
import dev.basalt.agent.run.TaskBook;
import dev.basalt.agent.run.TaskEvent;
import dev.basalt.agent.sample.Attribution;
import dev.basalt.agent.sample.GpuHost;
import dev.basalt.agent.wire.TaskWire;
import dev.basalt.nvml.fake.FakeDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's agent, wired by hand: read this from top to bottom to know what knows what. Closing it ends the
 * conversation and the sampling; tasks run on, and limits stay where they are.
 */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final long STATUS_EVERY_MILLIS = 1000;
    private static final long SETTLE_EVERY_MILLIS = 500;

    private final AgentConfig config;
    private final StateFolder state;
    private final AgentLoop loop;
    private final GpuHost host;
    private final LimitKeeper limits;
    private final TaskBook tasks;
    private final NodeView view;
    private final NodeLink nodeLink;
    private final TaskLink taskLink;
    private final StatusFile statusFile;
    private final StatusFile.Parts parts;
    private final Optional<FakeUse> fakeUse;
    private long nextStatusMillis;
    private long nextSettleMillis;

    /**
     * Recovers what the last agent of that state folder left. Starts nothing.
     *
     * @throws IOException when another agent has the state folder, or what it holds cannot be read
     */
    public Agent(AgentConfig config) throws IOException {
        this.config = config;
        this.state = StateFolder.open(config.stateDir());
        Path folder = state.path();
        var supervisor = new Supervisor(config.supervisor());
        var identity = NodeIdentity.of(folder, supervisor.bootId());
        Optional<FakeDriver> fake = GpuSource.fake(config);
        loop = new AgentLoop();
        host = new GpuHost(
                GpuSource.of(config, fake), config.heartbeatPeriodMillis(), config.hangAfterMillis(), Agent::nowMillis);
        limits = new LimitKeeper(new LimitStore(folder), new LimitFolders(folder.resolve("limits")), Agent::nowMillis);
        tasks = new TaskBook(folder.resolve("tasks"), new TaskWire(), supervisor, limits, config.node());
        view = new NodeView(config, identity, host, limits, tasks);
        nodeLink = new NodeLink(
                loop,
                new Dialer(config.scheduler(), config.tokenFile(), config.tlsCaFile()),
                view,
                limits,
                config.heartbeatPeriodMillis());
        taskLink = new TaskLink(loop, nodeLink, tasks, limits, view);
        statusFile = new StatusFile(folder);
        parts = new StatusFile.Parts(config.node(), identity, host, limits, tasks, nodeLink, view);
        fakeUse = fake.map(FakeUse::new);
    }

    /** Begins to sample, to run tasks and to look for the scheduler. */
    public void start() {
        LOG.info("agent node={} state={} scheduler={}", config.node(), state.path(), config.scheduler());
        host.start();
        loop.everyTick(this::tick);
    }

    private void tick() {
        long nowMillis = nowMillis();
        boolean eventful = false;
        view.refresh(nowMillis);
        if (config.executor()) {
            List<TaskEvent> events = tasks.poll();
            eventful = !events.isEmpty();
            fakeUse.ifPresent(fake -> fake.show(events));
            taskLink.tell(events);
        }
        if (nowMillis >= nextSettleMillis || eventful) {
            nextSettleMillis = nowMillis + SETTLE_EVERY_MILLIS;
            limits.settle(view.facts());
        }
        nodeLink.tick(nowMillis);
        if (config.executor()) {
            taskLink.tick(nowMillis);
        }
        if (nowMillis >= nextStatusMillis) {
            nextStatusMillis = nowMillis + STATUS_EVERY_MILLIS;
            watch(view.uses());
            statusFile.write(parts);
        }
    }

    /** The watchdog: sees who uses more than was granted, and says so. */
    private void watch(List<Attribution.Use> uses) {
        for (Attribution.Use use : uses) {
            if (use.container().isPresent() && use.memoryMib().isPresent()) {
                ContainerKey who = use.container().get();
                var key = new GrantKey(who.podUid(), who.container(), use.deviceUuid());
                if (limits.observe(key, use.memoryMib().getAsLong())) {
                    LOG.warn(
                            "over its grant pod={} container={} device={} used={}MiB",
                            who.podUid(),
                            who.container(),
                            use.deviceUuid(),
                            use.memoryMib().getAsLong());
                }
            }
        }
    }

    private static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }

    @Override
    public void close() throws IOException {
        loop.execute(taskLink::close);
        loop.execute(nodeLink::close);
        loop.close();
        host.close();
        state.close();
    }
}
