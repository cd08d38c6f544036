package dev.basalt.server;

import dev.basalt.admin.AdminEndpoint;
import dev.basalt.admin.AdminWrites;
import dev.basalt.admin.StandaloneObjects;
import dev.basalt.agents.AgentEndpoint;
import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.Leadership;
import dev.basalt.agents.NodeEffects;
import dev.basalt.agents.PodIndex;
import dev.basalt.agents.executor.ExecutorEndpoint;
import dev.basalt.agents.executor.Executors;
import dev.basalt.config.Endpoint;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.ledger.Replay;
import dev.basalt.loop.Versions;
import dev.basalt.store.rocks.RocksStateStore;
import dev.basalt.transport.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole scheduler in standalone mode. Reading the constructor top to bottom is reading the object graph: store, loop,
 * what effects go to, services. Closing it undoes that in the other order.
 */
public final class SchedulerServer implements Scheduler {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerServer.class);

    private final Foundation base;
    private final AgentRegistry agents;
    private final Engine engine;
    private final Doors doors;

    /**
     * Starts a scheduler; it leads and listens when this returns.
     *
     * @throws IOException when a port, the token or the endpoint file cannot be had
     * @throws dev.basalt.store.StoreException when the store is taken, corrupt, or newer than this scheduler
     */
    public SchedulerServer(SchedulerConfig config) throws IOException, InterruptedException {
        Files.createDirectories(config.stateDir());
        String token = TokenFile.readOrCreate(config.tokenFile());
        base = new Foundation(config, RocksStateStore.open(config.stateDir().resolve("store")));
        long epoch = base.ledger.epoch() + 1;
        base.ledger.putEpoch(epoch);
        Replay.Told told = Replay.read(base.store, AdminWrites.SOURCE, epoch);

        Versions versions = new Versions(told.lastVersion());
        PodIndex pods = new PodIndex(base.board);
        agents = new AgentRegistry(
                base.inbox,
                versions,
                pods,
                new AgentRegistry.Terms(
                        base.schedulerId,
                        config.agents().heartbeatPeriodMillis(),
                        config.policy().nodeSilentMillis(),
                        true,
                        Leadership.alone()));
        Executors executors = new Executors(base.inbox, agents, base.board, pods);
        engine = new Engine(
                base,
                new NodeEffects(agents::run, executors::run),
                new StandaloneObjects(base.inbox, versions, base.ledger::putEpoch),
                executors::release);
        startOrClose(told);

        AdminEndpoint admin = new AdminEndpoint(new AdminEndpoint.Parts(
                base.board,
                new AdminWrites(base.inbox, versions, AdminWrites.Gate.open()),
                Ports.readings(agents),
                base.times,
                Ports.history(base.history),
                Ports.answers(base.answers),
                Ports.logs(executors.logs()),
                Ports.identity(base, "standalone")));
        new Gauges(base.metrics, base.inbox, engine.runner, agents, base.board).register();
        doors = new Doors(
                base,
                engine,
                token,
                List.of(new AgentEndpoint(agents), new ExecutorEndpoint(executors), admin),
                () -> Health.ready(engine.loop, base.board));
        base.cleaner.start();
        LOG.info(
                "leading epoch={} gangs={} grpc={}:{} http={} state={}",
                epoch,
                base.board.view().gangs().size(),
                endpoint().host(),
                endpoint().grpcPort(),
                endpoint().httpPort(),
                config.stateDir());
    }

    @Override
    public Endpoint endpoint() {
        return doors.endpoint();
    }

    @Override
    public CompletableFuture<Void> ended() {
        return engine.loop.ended();
    }

    /** Stops in order: nobody new comes in, what is decided is sent, the store is closed. */
    @Override
    public void close() throws IOException {
        doors.hide();
        engine.stop();
        agents.close();
        doors.close();
        base.close();
        LOG.info("stopped state={}", base.config.stateDir());
    }

    private void startOrClose(Replay.Told told) throws IOException, InterruptedException {
        try {
            engine.start(told.events());
        } catch (IOException failed) {
            base.close();
            throw failed;
        }
    }
}
