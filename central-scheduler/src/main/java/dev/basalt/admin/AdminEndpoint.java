package dev.basalt.admin;

import com.google.protobuf.Empty;
import dev.basalt.admin.show.DecisionMessages;
import dev.basalt.admin.show.Readings;
import dev.basalt.admin.show.Times;
import dev.basalt.loop.ViewBoard;
import dev.basalt.proto.admin.v1.AdminServiceGrpc;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.ClusterInfoRequest;
import dev.basalt.proto.admin.v1.ClusterStatus;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeletePriorityClassRequest;
import dev.basalt.proto.admin.v1.DeleteQueueRequest;
import dev.basalt.proto.admin.v1.ExplainRequest;
import dev.basalt.proto.admin.v1.ExplainResponse;
import dev.basalt.proto.admin.v1.GetDecisionRequest;
import dev.basalt.proto.admin.v1.GetGpuRequest;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.GetNodeRequest;
import dev.basalt.proto.admin.v1.GetPriorityClassRequest;
import dev.basalt.proto.admin.v1.GetQueueRequest;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListDecisionsRequest;
import dev.basalt.proto.admin.v1.ListDecisionsResponse;
import dev.basalt.proto.admin.v1.ListGpusRequest;
import dev.basalt.proto.admin.v1.ListGpusResponse;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListJobsResponse;
import dev.basalt.proto.admin.v1.ListNodesRequest;
import dev.basalt.proto.admin.v1.ListNodesResponse;
import dev.basalt.proto.admin.v1.ListPriorityClassesRequest;
import dev.basalt.proto.admin.v1.ListPriorityClassesResponse;
import dev.basalt.proto.admin.v1.ListQueuesRequest;
import dev.basalt.proto.admin.v1.ListQueuesResponse;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.admin.v1.WatchRequest;
import dev.basalt.proto.admin.v1.WatchResponse;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/** The admin service: each method hands its request to who can answer it. */
public final class AdminEndpoint extends AdminServiceGrpc.AdminServiceImplBase {
    private final Parts parts;
    private final Reads reads;
    private final Changes changes;

    /**
     * What the service answers from.
     *
     * @param board the published state
     * @param writes the way of changes
     * @param readings what agents measured
     * @param times when things happened
     * @param history decisions
     * @param answers answers by request id
     * @param logs output of tasks
     * @param identity who this scheduler is
     */
    public record Parts(
            ViewBoard board,
            AdminWrites writes,
            Readings readings,
            Times times,
            HistoryPort history,
            AnswersPort answers,
            LogPort logs,
            Identity identity) {}

    /**
     * Who this scheduler is.
     *
     * @param beganUnixMillis when it began
     * @param mode for whom it works: {@code standalone} or {@code kubernetes}
     */
    public record Identity(String version, String schedulerId, long beganUnixMillis, String mode) {}

    public AdminEndpoint(Parts parts) {
        this.parts = parts;
        this.reads = new Reads(parts);
        this.changes = new Changes(parts);
    }

    @Override
    public void apply(ApplyRequest request, StreamObserver<ApplyResponse> observer) {
        answer(observer, () -> changes.apply(request));
    }

    @Override
    public void getJob(GetJobRequest request, StreamObserver<Job> observer) {
        answer(observer, () -> reads.job(request));
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> observer) {
        answer(observer, () -> reads.jobs(request));
    }

    @Override
    public void deleteJob(DeleteJobRequest request, StreamObserver<Empty> observer) {
        answer(observer, () -> changes.deleteJob(request));
    }

    @Override
    public void getQueue(GetQueueRequest request, StreamObserver<Queue> observer) {
        answer(observer, () -> reads.queue(request));
    }

    @Override
    public void listQueues(ListQueuesRequest request, StreamObserver<ListQueuesResponse> observer) {
        answer(observer, () -> reads.queues(request));
    }

    @Override
    public void deleteQueue(DeleteQueueRequest request, StreamObserver<Empty> observer) {
        answer(observer, () -> changes.deleteQueue(request));
    }

    @Override
    public void getPriorityClass(GetPriorityClassRequest request, StreamObserver<PriorityClass> observer) {
        answer(observer, () -> reads.priorityClass(request));
    }

    @Override
    public void listPriorityClasses(
            ListPriorityClassesRequest request, StreamObserver<ListPriorityClassesResponse> observer) {
        answer(observer, () -> reads.priorityClasses(request));
    }

    @Override
    public void deletePriorityClass(DeletePriorityClassRequest request, StreamObserver<Empty> observer) {
        answer(observer, () -> changes.deletePriorityClass(request));
    }

    @Override
    public void getNode(GetNodeRequest request, StreamObserver<Node> observer) {
        answer(observer, () -> reads.node(request));
    }

    @Override
    public void listNodes(ListNodesRequest request, StreamObserver<ListNodesResponse> observer) {
        answer(observer, () -> reads.nodes(request));
    }

    @Override
    public void getGpu(GetGpuRequest request, StreamObserver<Gpu> observer) {
        answer(observer, () -> reads.gpu(request));
    }

    @Override
    public void listGpus(ListGpusRequest request, StreamObserver<ListGpusResponse> observer) {
        answer(observer, () -> reads.gpus(request));
    }

    @Override
    public void getDecision(GetDecisionRequest request, StreamObserver<Decision> observer) {
        answer(observer, () -> reads.decision(request));
    }

    @Override
    public void listDecisions(ListDecisionsRequest request, StreamObserver<ListDecisionsResponse> observer) {
        answer(
                observer,
                () -> reads.decisions(
                        request, new DecisionMessages(parts.board().view())));
    }

    @Override
    public void explain(ExplainRequest request, StreamObserver<ExplainResponse> observer) {
        answer(observer, () -> reads.explain(request));
    }

    @Override
    public void clusterInfo(ClusterInfoRequest request, StreamObserver<ClusterStatus> observer) {
        answer(observer, reads::clusterStatus);
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchResponse> observer) {
        begin(observer, () -> {
            var sources = new WatchCommand.Sources(parts.board(), parts.readings(), parts.times(), parts.history());
            new WatchCommand(sources, request, new SteadyStream<>(observer)).start();
        });
    }

    @Override
    public void logs(LogsRequest request, StreamObserver<LogsResponse> observer) {
        begin(
                observer,
                () -> new LogsCommand(parts.board().view(), parts.logs(), request, new SteadyStream<>(observer))
                        .start());
    }

    private static <A> void answer(StreamObserver<A> observer, Supplier<A> work) {
        begin(observer, () -> {
            observer.onNext(work.get());
            observer.onCompleted();
        });
    }

    private static void begin(StreamObserver<?> observer, Runnable work) {
        try {
            work.run();
        } catch (StatusRuntimeException refused) {
            observer.onError(refused);
        }
    }
}
