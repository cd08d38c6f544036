package dev.basalt.server;

import dev.basalt.admin.AdminEndpoint;
import dev.basalt.admin.AdminWrites;
import dev.basalt.agents.AgentEndpoint;
import dev.basalt.agents.AgentRegistry;
import dev.basalt.agents.NodeEffects;
import dev.basalt.agents.PodIndex;
import dev.basalt.config.Endpoint;
import dev.basalt.config.KubernetesConfig;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.core.machine.Effect;
import dev.basalt.kubernetes.KubernetesAdapter;
import dev.basalt.loop.EffectPort;
import dev.basalt.loop.Versions;
import dev.basalt.transport.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole scheduler of a Kubernetes cluster, one of several replicas. All follow the cluster; the one that has the
 * lease decides. Reading the constructor top to bottom is reading the object graph.
 */
public final class KubernetesServer implements Scheduler {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesServer.class);
    private static final long DRAIN_MILLIS = 2_000;

    private final Foundation base;
    private final KubernetesAdapter cluster;
    private final AgentRegistry agents;
    private final Engine engine;
    private final Doors doors;
    private final CompletableFuture<Void> ended;

    /**
     * Starts a replica; it listens, and follows the cluster, when this returns.
     *
     * @throws IOException when a port, the token or the endpoint file cannot be had
     * @throws dev.basalt.store.StoreException when the store is taken or its disk fails
     */
    public KubernetesServer(SchedulerConfig config) throws IOException, InterruptedException {
        Files.createDirectories(config.stateDir());
        String token = TokenFile.readOrCreate(config.tokenFile());
        base = RebuildableStore.open(config);

        ClusterMetrics clusterMetrics = new ClusterMetrics(base.metrics);
        cluster = new KubernetesAdapter(terms(config.kubernetes()), base.inbox, base.board, clusterMetrics);
        Leading leading = new Leading(cluster);
        Versions versions = new Versions(0);
        agents = new AgentRegistry(
                base.inbox,
                versions,
                new PodIndex(base.board),
                new AgentRegistry.Terms(
                        base.schedulerId,
                        config.agents().heartbeatPeriodMillis(),
                        config.policy().nodeSilentMillis(),
                        false,
                        leading));
        engine = new Engine(
                base,
                new NodeEffects(fenced(agents::run), cluster.writer()::runOnPod),
                cluster.writer()::runOnObject,
                podUids -> {});
        engine.start(List.of());

        AdminEndpoint admin = new AdminEndpoint(new AdminEndpoint.Parts(
                base.board,
                new AdminWrites(base.inbox, versions, leading),
                Ports.readings(agents),
                base.times,
                Ports.history(base.history),
                Ports.answers(base.answers),
                source -> Optional.empty(),
                Ports.identity(base, "kubernetes")));
        new Gauges(base.metrics, base.inbox, engine.runner, agents, base.board).register();
        clusterMetrics.show(cluster);
        doors = new Doors(
                base,
                engine,
                token,
                List.of(new AgentEndpoint(agents), admin),
                () -> Health.standby(engine.loop, base.board, cluster.trouble()));
        cluster.follow();
        cluster.lead(advertised(config), Leading.listener(base.inbox, agents));
        ended = CompletableFuture.anyOf(engine.loop.ended(), cluster.ended()).thenRun(() -> {});
        base.cleaner.start();
        LOG.info(
                "following server={} lease={}/{} grpc={}:{} http={} state={}",
                cluster.server(),
                config.kubernetes().lease().namespace(),
                config.kubernetes().lease().name(),
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
        return ended;
    }

    /** Stops in order: nothing more is decided, what was is done, the lease is given back, the store is closed. */
    @Override
    public void close() throws IOException {
        doors.hide();
        engine.stop();
        try {
            cluster.stepDown(DRAIN_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        agents.close();
        doors.close();
        cluster.close();
        base.close();
        LOG.info("stopped state={}", base.config.stateDir());
    }

    /** What a former leader decided does not leave. */
    private EffectPort fenced(EffectPort port) {
        return (Effect effect) -> {
            if (cluster.fence().allows(effect.epoch())) {
                port.run(effect);
            }
        };
    }

    private String advertised(SchedulerConfig config) {
        String told = config.kubernetes().advertiseAddress();
        String host = config.advertiseHost().isEmpty() ? endpoint().host() : config.advertiseHost();
        return told.isEmpty() ? host + ":" + endpoint().grpcPort() : told;
    }

    private static KubernetesAdapter.Terms terms(KubernetesConfig config) {
        return new KubernetesAdapter.Terms(
                config.kubeconfig(),
                config.schedulerNames(),
                config.identity() + "_" + UUID.randomUUID(),
                config.lease().namespace(),
                config.lease().name(),
                config.lease().durationMillis(),
                config.lease().renewDeadlineMillis(),
                config.lease().retryPeriodMillis(),
                config.bindTimeoutMillis(),
                config.mostBindsInFlight(),
                config.writesQueueStatus());
    }
}
