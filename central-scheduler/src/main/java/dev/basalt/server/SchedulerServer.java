package dev.basalt.server;

import dev.basalt.admin.AdminEndpoint;
import dev.basalt.admin.AdminWrites;
import dev.basalt.admin.StandaloneObjects;
import dev.basalt.admin.show.Times;
import dev.basalt.agents.AgentEndpoint;
import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.NodeEffects;
import dev.basalt.agents.PodIndex;
import dev.basalt.agents.executor.ExecutorEndpoint;
import dev.basalt.agents.executor.Executors;
import dev.basalt.config.Endpoint;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.model.Policy;
import dev.basalt.ledger.Answers;
import dev.basalt.ledger.History;
import dev.basalt.ledger.Ledger;
import dev.basalt.ledger.Replay;
import dev.basalt.loop.CycleDump;
import dev.basalt.loop.EffectRunner;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.SchedulingLoop;
import dev.basalt.loop.StepClock;
import dev.basalt.loop.Versions;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.ProbeDoor;
import dev.basalt.metrics.SchedulerMetrics;
import dev.basalt.store.StateStore;
import dev.basalt.store.StoreException;
import dev.basalt.store.rocks.RocksStateStore;
import dev.basalt.transport.GrpcDoor;
import dev.basalt.transport.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole scheduler in standalone mode. Reading the constructor top to bottom is reading the object graph: store, loop,
 * what effects go to, services. Closing it undoes that in the other order.
 */
public final class SchedulerServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerServer.class);
    private static final long DRAIN_MILLIS = 2_000;
    private static final String VERSION = "0.1.0";

    private final SchedulerConfig config;
    private final StateStore store;
    private final Cleaner cleaner;
    private final SchedulingLoop loop;
    private final EffectRunner runner;
    private final AgentRegistry agents;
    private final SchedulerMetrics metrics;
    private final GrpcDoor grpc;
    private final ProbeDoor probes;
    private final Endpoint endpoint;

    /**
     * Starts a scheduler; it leads and listens when this returns.
     *
     * @throws IOException when a port, the token or the endpoint file cannot be had
     * @throws dev.basalt.store.StoreException when the store is taken, corrupt, or newer than this scheduler
     */
    public SchedulerServer(SchedulerConfig config) throws IOException, InterruptedException {
        this.config = config;
        long beganUnixMillis = System.currentTimeMillis();
        String schedulerId = "scheduler-" + UUID.randomUUID();
        Files.createDirectories(config.stateDir());
        String token = TokenFile.readOrCreate(config.tokenFile());

        store = RocksStateStore.open(config.stateDir().resolve("store"));
        Ledger ledger = new Ledger(store, schedulerId);
        History history = new History(
                store,
                new History.Kept(
                        Duration.ofDays(config.history().keptDays()),
                        config.history().keptDecisions()));
        Answers answers = new Answers(store);
        cleaner = new Cleaner(history, answers);
        cleaner.run();
        long epoch = ledger.epoch() + 1;
        ledger.putEpoch(epoch);
        Replay.Told told = Replay.read(store, AdminWrites.SOURCE, epoch);

        SchedulerMachine machine = new SchedulerMachine(policy(config.policy()));
        EventInbox inbox = new EventInbox(config.loop().inboxCapacity());
        Versions versions = new Versions(told.lastVersion());
        ViewBoard board = new ViewBoard(machine.view());
        Times times = new Times();
        Ports.restore(times, history);
        metrics = new SchedulerMetrics();

        PodIndex pods = new PodIndex(board);
        agents = new AgentRegistry(
                inbox,
                versions,
                pods,
                new AgentRegistry.Terms(
                        schedulerId,
                        config.agents().heartbeatPeriodMillis(),
                        config.policy().nodeSilentMillis()));
        Executors executors = new Executors(inbox, agents, board, pods);
        runner = new EffectRunner(
                new EffectRunner.Ports(
                        ledger,
                        new NodeEffects(agents, executors::run),
                        new StandaloneObjects(inbox, versions, ledger::putEpoch)),
                inbox,
                config.loop().mostEffectsInFlight());
        loop = new SchedulingLoop(
                new SchedulingLoop.Parts(
                        inbox,
                        machine::step,
                        runner,
                        StepClock.system(),
                        new StepWatch(machine, board, times, executors, metrics),
                        new CycleDump(config.stateDir().resolve("dumps"))),
                new SchedulingLoop.Pace(
                        config.loop().tickMillis(), config.loop().mostEventsPerStep()));
        CompletableFuture<Void> replayed = inbox.submit(told.events());
        loop.start();
        awaitReplay(replayed);

        AdminEndpoint admin = new AdminEndpoint(new AdminEndpoint.Parts(
                board,
                new AdminWrites(inbox, versions),
                Ports.readings(agents),
                times,
                Ports.history(history),
                Ports.answers(answers),
                Ports.logs(executors.logs()),
                new AdminEndpoint.Identity(VERSION, schedulerId, beganUnixMillis)));
        new Gauges(metrics, inbox, runner, agents, board).register();
        var listen = config.listen();
        grpc = new GrpcDoor(
                listen.host(),
                listen.grpcPort(),
                token,
                List.of(new AgentEndpoint(agents), new ExecutorEndpoint(executors), admin));
        probes = new ProbeDoor(
                listen.host(),
                listen.httpPort(),
                new ProbeDoor.Answers(metrics::text, () -> Health.live(loop), () -> Health.ready(loop, board)));
        endpoint = new Endpoint(
                listen.host(),
                grpc.port(),
                probes.port(),
                config.tokenFile(),
                ProcessHandle.current().pid());
        endpoint.write(config.stateDir().resolve(Endpoint.FILE_NAME));
        endpoint.write(config.runtimeDir().resolve(Endpoint.FILE_NAME));
        cleaner.start();
        LOG.info(
                "leading epoch={} gangs={} grpc={}:{} http={} state={}",
                epoch,
                board.view().gangs().size(),
                endpoint.host(),
                endpoint.grpcPort(),
                endpoint.httpPort(),
                config.stateDir());
    }

    /** How it is reached. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** Ends when it does; with the reason when it had to. */
    public CompletableFuture<Void> ended() {
        return loop.ended();
    }

    /** As {@link #close}, for a shutdown that nobody watches: what goes wrong is logged. */
    void stop() {
        try {
            close();
        } catch (IOException | StoreException failed) {
            LOG.error("stopping failed: {}", failed.getMessage(), failed);
        }
    }

    /** Stops in order: nobody new comes in, what is decided is sent, the store is closed. */
    @Override
    public void close() throws IOException {
        removeEndpoint(config.runtimeDir().resolve(Endpoint.FILE_NAME));
        removeEndpoint(config.stateDir().resolve(Endpoint.FILE_NAME));
        loop.stop();
        try {
            loop.ended().handle((done, failure) -> true).join();
            if (!runner.drain(DRAIN_MILLIS)) {
                LOG.warn("effects still on their way count={}", runner.inFlight());
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        agents.close();
        grpc.close();
        probes.close();
        cleaner.close();
        store.close();
        metrics.close();
        LOG.info("stopped state={}", config.stateDir());
    }

    private void awaitReplay(CompletableFuture<Void> replayed) throws IOException, InterruptedException {
        try {
            replayed.get();
        } catch (ExecutionException failed) {
            store.close();
            throw new IOException("what the store holds cannot be taken in: " + failed.getMessage(), failed);
        }
    }

    /** Another scheduler may have written its own meanwhile: only ours goes. */
    private void removeEndpoint(Path file) throws IOException {
        if (Files.exists(file) && Endpoint.read(file).pid() == endpoint.pid()) {
            Files.deleteIfExists(file);
        }
    }

    private static Policy policy(SchedulerConfig.Policy config) {
        return new Policy(
                config.nodeSilentMillis(),
                config.acceptMillis(),
                config.completeGangMillis(),
                config.gangFill(),
                config.sharePack());
    }
}
