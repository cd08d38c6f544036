package dev.basalt.server;

import dev.basalt.config.Endpoint;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.metrics.ProbeDoor;
import dev.basalt.transport.GrpcDoor;
import dev.basalt.transport.TokenFileAuthenticator;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Where a scheduler is reached: gRPC, probes and metrics, and the files that say where these are. */
final class Doors implements AutoCloseable {
    private final SchedulerConfig config;
    private final GrpcDoor grpc;
    private final ProbeDoor probes;
    private final Endpoint endpoint;

    /**
     * Opens them.
     *
     * @param token what callers must know
     * @throws IOException when a port or a file cannot be had
     */
    Doors(
            Foundation base,
            Engine engine,
            String token,
            List<BindableService> services,
            Supplier<ProbeDoor.Verdict> ready)
            throws IOException {
        config = base.config;
        var listen = config.listen();
        grpc = new GrpcDoor(
                GrpcDoor.Place.plain(listen.host(), listen.grpcPort()), new TokenFileAuthenticator(token), services);
        probes = new ProbeDoor(
                listen.host(),
                listen.httpPort(),
                new ProbeDoor.Answers(base.metrics::text, () -> Health.live(engine.loop), ready));
        endpoint = new Endpoint(
                listen.host(),
                grpc.port(),
                probes.port(),
                config.tokenFile(),
                ProcessHandle.current().pid());
        endpoint.write(config.stateDir().resolve(Endpoint.FILE_NAME));
        endpoint.write(config.runtimeDir().resolve(Endpoint.FILE_NAME));
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Tells nobody the way any more; those who are there may stay until {@link #close}. */
    void hide() throws IOException {
        remove(config.runtimeDir().resolve(Endpoint.FILE_NAME));
        remove(config.stateDir().resolve(Endpoint.FILE_NAME));
    }

    @Override
    public void close() {
        grpc.close();
        probes.close();
    }

    /** Another scheduler may have written its own meanwhile: only ours goes. */
    private void remove(Path file) throws IOException {
        if (Files.exists(file) && Endpoint.read(file).pid() == endpoint.pid()) {
            Files.deleteIfExists(file);
        }
    }
}
