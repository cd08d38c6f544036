package dev.basalt.server;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.proto.admin.v1.AdminServiceGrpc;
import dev.basalt.proto.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.GetNodeRequest;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.types.v1.GangPhase;
import dev.basalt.transport.TokenGuard;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A whole scheduler on RocksDB and gRPC, for tests; only the agents are scripted. */
abstract class ServerTest {
    static final String PAIR = """
            apiVersion: batch.volcano.sh/v1alpha1
            kind: Job
            metadata: {name: pair}
            spec:
              minAvailable: 2
              schedulerName: basalt
              tasks:
                - name: worker
                  replicas: 2
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                        - name: main
                          image: train:1
                          command: [train, --fast]
                          resources: {limits: {nvidia.com/gpu: 2}}
            """;

    @TempDir
    Path folder;

    SchedulerServer server;
    ManagedChannel channel;
    AdminServiceBlockingStub admin;

    @BeforeEach
    void start() throws Exception {
        server = new SchedulerServer(config("state"));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", server.endpoint().grpcPort())
                .usePlaintext()
                .intercept(MetadataUtils.newAttachHeadersInterceptor(headers()))
                .build();
        admin = AdminServiceGrpc.newBlockingStub(channel);
    }

    @AfterEach
    void stop() throws Exception {
        channel.shutdownNow();
        server.close();
    }

    SchedulerConfig config(String state) throws Exception {
        return SchedulerConfig.from(
                List.of(
                        "--state-dir=" + folder.resolve(state),
                        "--runtime-dir=" + folder.resolve("run"),
                        "--listen.grpc-port=0",
                        "--listen.http-port=0",
                        "--loop.tick-millis=20"),
                Map.of("HOME", folder.toString()));
    }

    void restart() throws Exception {
        stop();
        start();
    }

    Metadata headers() throws Exception {
        Metadata headers = new Metadata();
        headers.put(
                TokenGuard.AUTHORIZATION,
                "Bearer " + Files.readString(server.endpoint().tokenFile()).strip());
        return headers;
    }

    ApplyResponse apply(String manifests) {
        return admin.apply(ApplyRequest.newBuilder()
                .setManifests(ByteString.copyFromUtf8(manifests))
                .build());
    }

    Job job(String name) {
        return admin.getJob(GetJobRequest.newBuilder()
                .setName("namespaces/default/jobs/" + name)
                .build());
    }

    Job awaitJob(String name, GangPhase phase) {
        return await().until(() -> job(name), job -> job.getPhase() == phase);
    }

    static boolean inForce(Job job) {
        return job.getTasksList().stream()
                .flatMap(task -> task.getGrantsList().stream())
                .allMatch(grant -> grant.getState() == dev.basalt.proto.types.v1.GrantState.GRANT_STATE_IN_FORCE);
    }

    static Set<String> devices(Job job) {
        TreeSet<String> devices = new TreeSet<>();
        job.getTasksList()
                .forEach(task -> task.getGrantsList()
                        .forEach(grant -> devices.add(grant.getKey().getDeviceUuid())));
        return devices;
    }

    int freeGpus(String node) {
        return admin.getNode(
                        GetNodeRequest.newBuilder().setName("nodes/" + node).build())
                .getFreeGpuCount();
    }

    void list(ListJobsRequest.Builder request) {
        admin.listJobs(request.build());
    }

    static String badField(Runnable call) throws InvalidProtocolBufferException {
        var failure = assertThrows(StatusRuntimeException.class, call::run);
        var status = Objects.requireNonNull(StatusProto.fromThrowable(failure));
        assertEquals(Status.Code.INVALID_ARGUMENT, failure.getStatus().getCode());
        return status.getDetails(0)
                .unpack(BadRequest.class)
                .getFieldViolations(0)
                .getField();
    }

    String http(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                            + server.endpoint().httpPort() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
