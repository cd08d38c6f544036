package dev.basalt.cli.demo;

import com.google.protobuf.ByteString;
import dev.basalt.cli.reach.Reach;
import dev.basalt.config.Endpoint;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.ExplainRequest;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListGpusRequest;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListNodesRequest;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.NodeState;
import dev.basalt.proto.admin.v1.Task;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The demo's cluster: one scheduler, four agents on fake machines, and the calls that the story makes. */
final class DemoCluster implements AutoCloseable {
    /** The machines, each with the profile that its fake driver runs on. */
    static final List<Machine> MACHINES = List.of(
            new Machine("a100-1", "dgxa100"),
            new Machine("a100-2", "dgxa100"),
            new Machine("v100-1", "dgx1-v100"),
            new Machine("l40s-1", "l40s-8"));

    private static final String SCHEDULER = "scheduler";
    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 100;
    private static final int MOST = 1000;

    private final DemoFolder folder;
    private final DemoProcesses processes;
    private final Reach reach;

    private DemoCluster(DemoFolder folder, DemoProcesses processes, Reach reach) {
        this.folder = folder;
        this.processes = processes;
        this.reach = reach;
    }

    /** A node of the demo. */
    record Machine(String node, String profile) {}

    /** Something that may have come true. */
    interface Condition {
        boolean holds() throws IOException;
    }

    /** Starts the scheduler, and agents once it says where it listens. */
    static DemoCluster start(DemoFolder folder, DemoProcesses processes, Path runtimeDir, Progress progress)
            throws IOException, DemoFailed {
        processes.start(
                SCHEDULER,
                List.of(
                        SCHEDULER,
                        "--state-dir",
                        folder.state(SCHEDULER).toString(),
                        "--runtime-dir",
                        runtimeDir.toString(),
                        "--listen.grpc-port",
                        "0",
                        "--listen.http-port",
                        "0"));
        Path endpointFile = folder.state(SCHEDULER).resolve(Endpoint.FILE_NAME);
        await("the scheduler to be ready", PATIENCE_SECONDS, processes, () -> Files.exists(endpointFile));
        Endpoint endpoint = Endpoint.read(endpointFile);
        String address = endpoint.host() + ":" + endpoint.grpcPort();
        progress.say("the scheduler listens on " + address + ", its state is in RocksDB");
        for (Machine machine : MACHINES) {
            processes.start(machine.node(), agent(machine, address, endpoint.tokenFile(), folder));
        }
        return new DemoCluster(folder, processes, Reach.to(address, endpoint.tokenFile(), Map.of()));
    }

    private static List<String> agent(Machine machine, String scheduler, Path tokenFile, DemoFolder folder) {
        return List.of(
                "agent",
                "--scheduler",
                scheduler,
                "--token-file",
                tokenFile.toString(),
                "--state-dir",
                folder.state(machine.node()).toString(),
                "--node",
                machine.node(),
                "--fake",
                machine.profile(),
                "--cpu-milli",
                "128000",
                "--memory-mib",
                "1048576");
    }

    /** Waits until it holds; a process that ends meanwhile ends the wait. */
    void await(String what, Condition condition) throws DemoFailed {
        await(what, PATIENCE_SECONDS, condition);
    }

    void await(String what, long seconds, Condition condition) throws DemoFailed {
        await(what, seconds, processes, condition);
    }

    private static void await(String what, long seconds, DemoProcesses processes, Condition condition)
            throws DemoFailed {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        String trouble = "";
        while (System.nanoTime() < deadlineNanos) {
            processes.requireAlive();
            try {
                if (condition.holds()) {
                    return;
                }
                trouble = "";
            } catch (IOException | StatusRuntimeException notYet) {
                if (notYet instanceof StatusRuntimeException refused
                        && refused.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                    throw refused;
                }
                trouble = ": " + notYet.getMessage();
            }
            pause();
        }
        throw new DemoFailed("waited " + seconds + " s for " + what + trouble);
    }

    private static void pause() throws DemoFailed {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DemoFailed("interrupted");
        }
    }

    String address() {
        return reach.address();
    }

    List<Path> agentFolders() {
        return MACHINES.stream().map(machine -> folder.state(machine.node())).toList();
    }

    ApplyResponse apply(String manifests) {
        return reach.calls()
                .apply(ApplyRequest.newBuilder()
                        .setManifests(ByteString.copyFromUtf8(manifests))
                        .setSourceName("story.yaml")
                        .build());
    }

    List<Job> jobs() {
        return reach.calls()
                .listJobs(ListJobsRequest.newBuilder().setPageSize(MOST).build())
                .getJobsList();
    }

    List<Gpu> gpus() {
        return reach.calls()
                .listGpus(ListGpusRequest.newBuilder().setPageSize(MOST).build())
                .getGpusList();
    }

    List<Node> nodes() {
        return reach.calls()
                .listNodes(ListNodesRequest.newBuilder().setPageSize(MOST).build())
                .getNodesList();
    }

    long openNodes() {
        return nodes().stream()
                .filter(node -> node.getState() == NodeState.NODE_STATE_OPEN && node.getGpuCount() > 0)
                .count();
    }

    String explain(Job job) {
        return reach.calls()
                .explain(ExplainRequest.newBuilder().setName(job.getName()).build())
                .getText()
                .stripTrailing();
    }

    /** What a task wrote so far. */
    String output(Job job, Task task) {
        Iterator<LogsResponse> chunks = reach.calls()
                .logs(LogsRequest.newBuilder()
                        .setName(job.getName())
                        .setRole(task.getMember().getRole())
                        .setIndex(task.getMember().getIndex())
                        .build());
        StringBuilder output = new StringBuilder();
        chunks.forEachRemaining(chunk -> output.append(chunk.getContent().toString(StandardCharsets.UTF_8)));
        return output.toString();
    }

    /** Ends and forgets every job. */
    void deleteJobs() {
        List<String> names = new ArrayList<>();
        jobs().forEach(job -> names.add(job.getName()));
        for (String name : names) {
            var ignored = reach.calls()
                    .deleteJob(DeleteJobRequest.newBuilder()
                            .setName(name)
                            .setAllowMissing(true)
                            .build());
        }
    }

    @Override
    public void close() {
        reach.close();
    }
}
