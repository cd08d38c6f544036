package dev.basalt.tests.kill;

import static org.awaitility.Awaitility.await;

import dev.basalt.config.Endpoint;
import dev.basalt.proto.admin.v1.AdminServiceGrpc;
import dev.basalt.proto.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.basalt.proto.admin.v1.ClusterInfoRequest;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.ListGpusRequest;
import dev.basalt.proto.types.v1.Grant;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A scheduler and its agents, each a process of its own with a state folder that outlives it. */
public final class KillCluster implements AutoCloseable {
    /** Long enough for a machine that does much else. */
    public static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final List<Machine> machines;
    private final List<String> settings;
    private final Victim scheduler;
    private final List<Victim> agents = new ArrayList<>();
    private int port;
    private @Nullable ManagedChannel channel;

    /** A node and the profile that its fake driver runs on. */
    public record Machine(String node, String profile) {}

    public KillCluster(Path folder, List<Machine> machines) {
        this(folder, machines, List.of());
    }

    /** With more settings for the scheduler. */
    public KillCluster(Path folder, List<Machine> machines, List<String> settings) {
        this.folder = folder;
        this.machines = machines;
        this.settings = settings;
        this.scheduler = new Victim("dev.basalt.server.SchedulerMain", folder.resolve("scheduler.log"));
        machines.forEach(machine ->
                agents.add(new Victim("dev.basalt.agent.AgentMain", folder.resolve(machine.node() + ".log"))));
    }

    public void start() throws IOException {
        startScheduler();
        for (int index = 0; index < agents.size(); index++) {
            startAgent(index);
        }
        awaitWhole();
    }

    public Victim scheduler() {
        return scheduler;
    }

    public Victim agent(int index) {
        return agents.get(index);
    }

    /** Starts it on the port it had, so that agents find it. */
    public void startScheduler() throws IOException {
        Path endpointFile = folder.resolve("run").resolve(Endpoint.FILE_NAME);
        Files.deleteIfExists(endpointFile);
        List<String> arguments = new ArrayList<>(List.of(
                "--state-dir=" + folder.resolve("scheduler"),
                "--runtime-dir=" + folder.resolve("run"),
                "--listen.grpc-port=" + port,
                "--listen.http-port=0"));
        arguments.addAll(settings);
        scheduler.start(arguments);
        await().atMost(PATIENCE).until(() -> {
            scheduler.requireAlive();
            return Files.exists(endpointFile);
        });
        Endpoint endpoint = Endpoint.read(endpointFile);
        port = endpoint.grpcPort();
        if (channel != null) {
            channel.shutdownNow();
        }
        Metadata headers = new Metadata();
        headers.put(
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
                "Bearer " + Files.readString(endpoint.tokenFile()).strip());
        channel = NettyChannelBuilder.forAddress(endpoint.host(), port)
                .usePlaintext()
                .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
                .build();
    }

    public void startAgent(int index) throws IOException {
        Machine machine = machines.get(index);
        agents.get(index).start(agentArguments(machine, folder.resolve(machine.node())));
    }

    /** What an agent of that machine is started with when its state is in that folder. */
    public List<String> agentArguments(Machine machine, Path stateFolder) {
        return List.of(
                "--scheduler=127.0.0.1:" + port,
                "--token-file=" + folder.resolve("scheduler").resolve("token"),
                "--state-dir=" + stateFolder,
                "--node=" + machine.node(),
                "--fake=" + machine.profile(),
                "--cpu-milli=64000",
                "--memory-mib=262144");
    }

    public AdminServiceBlockingStub admin() {
        ManagedChannel open = channel;
        if (open == null) {
            throw new IllegalStateException("no scheduler was started");
        }
        return AdminServiceGrpc.newBlockingStub(open);
    }

    /** Waits until the scheduler decides and every agent has spoken to it. */
    public void awaitWhole() {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            var status = admin().clusterInfo(ClusterInfoRequest.getDefaultInstance());
            return status.getDeciding() && status.getOpenNodeCount() == machines.size();
        });
    }

    /** What the scheduler says is granted: {@code pod container device}, for all nodes. */
    public Set<String> grantedByScheduler() {
        TreeSet<String> granted = new TreeSet<>();
        for (Gpu gpu : gpus()) {
            for (Grant grant : gpu.getGrantsList()) {
                granted.add(grant.getKey().getPodUid() + " " + grant.getKey().getContainer() + " "
                        + grant.getKey().getDeviceUuid());
            }
        }
        return granted;
    }

    /** What the agents say they hold, from the files they write; the same form. */
    public Set<String> heldByAgents() throws IOException {
        TreeSet<String> held = new TreeSet<>();
        for (Machine machine : machines) {
            JsonNode status = JSON.readTree(
                    Files.readString(folder.resolve(machine.node()).resolve("status.json")));
            for (JsonNode grant : status.path("grants")) {
                held.add(grant.path("podUid").asString() + " "
                        + grant.path("container").asString() + " "
                        + grant.path("deviceUuid").asString());
            }
        }
        return held;
    }

    public List<Gpu> gpus() {
        return admin().listGpus(ListGpusRequest.newBuilder().setPageSize(1_000).build())
                .getGpusList();
    }

    @Override
    public void close() {
        if (channel != null) {
            channel.shutdownNow();
        }
        agents.forEach(Victim::close);
        scheduler.close();
    }
}
