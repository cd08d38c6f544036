package dev.basalt.cli;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.rpc.BadRequest;
import dev.basalt.proto.admin.v1.AdminServiceGrpc.AdminServiceImplBase;
import dev.basalt.proto.admin.v1.ApplyOutcome;
import dev.basalt.proto.admin.v1.ApplyRequest;
import dev.basalt.proto.admin.v1.ApplyResponse;
import dev.basalt.proto.admin.v1.ApplyResult;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.Finding;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListJobsResponse;
import dev.basalt.proto.admin.v1.LogsRequest;
import dev.basalt.proto.admin.v1.LogsResponse;
import dev.basalt.proto.types.v1.Gang;
import dev.basalt.proto.types.v1.GangPhase;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An admin service with two jobs that remembers what it was asked, on a real port. */
final class FakeAdmin extends AdminServiceImplBase implements AutoCloseable {
    static final String TOKEN = "open-sesame";
    static final String STRANGE_TOKEN = "of another scheduler";
    static final long NOW_UNIX_MILLIS = 1_800_000_000_000L;

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    final List<Object> asked = new CopyOnWriteArrayList<>();
    private final Server server;

    FakeAdmin() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(this)
                .intercept(new TokenCheck())
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    private static Job job(String name, GangPhase phase, String waiting) {
        return Job.newBuilder()
                .setName("namespaces/default/jobs/" + name)
                .setGang(Gang.newBuilder()
                        .setUid("uid-" + name)
                        .setName(name)
                        .setQueue("research")
                        .setKind("Job"))
                .setPhase(phase)
                .setWaitingText(waiting)
                .setCreatedUnixMillis(NOW_UNIX_MILLIS - 90_000)
                .build();
    }

    @Override
    public void listJobs(ListJobsRequest request, StreamObserver<ListJobsResponse> answer) {
        asked.add(request);
        ListJobsResponse.Builder page = ListJobsResponse.newBuilder();
        if (request.getPageToken().isEmpty()) {
            page.addJobs(job("train", GangPhase.GANG_PHASE_RUNNING, "")).setNextPageToken("more");
        } else {
            page.addJobs(job("wide", GangPhase.GANG_PHASE_PENDING, "needs 16 GPUs on one node, the largest has 8"));
        }
        answer.onNext(page.build());
        answer.onCompleted();
    }

    @Override
    public void getJob(GetJobRequest request, StreamObserver<Job> answer) {
        asked.add(request);
        if (!request.getName().equals("namespaces/default/jobs/train")) {
            answer.onError(Status.NOT_FOUND
                    .withDescription(request.getName() + " does not exist. Maybe list jobs with 'basalt get jobs'.")
                    .asRuntimeException());
            return;
        }
        answer.onNext(job("train", GangPhase.GANG_PHASE_RUNNING, ""));
        answer.onCompleted();
    }

    @Override
    public void apply(ApplyRequest request, StreamObserver<ApplyResponse> answer) {
        asked.add(request);
        answer.onNext(ApplyResponse.newBuilder()
                .addResults(ApplyResult.newBuilder()
                        .setKind("Job")
                        .setNamespace("default")
                        .setObjectName("train")
                        .setOutcome(ApplyOutcome.APPLY_OUTCOME_CREATED))
                .addResults(ApplyResult.newBuilder()
                        .setKind("Job")
                        .setNamespace("default")
                        .setObjectName("broken")
                        .setOutcome(ApplyOutcome.APPLY_OUTCOME_REJECTED)
                        .addErrors(Finding.newBuilder()
                                .setField("spec.tasks[0].replicas")
                                .setValue("-3")
                                .setMessage("is outside 0..100000.")
                                .setHint("Maybe write a number in that range.")
                                .setLineNumber(9)))
                .build());
        answer.onCompleted();
    }

    @Override
    public void deleteJob(DeleteJobRequest request, StreamObserver<Empty> answer) {
        asked.add(request);
        BadRequest details = BadRequest.newBuilder()
                .addFieldViolations(BadRequest.FieldViolation.newBuilder()
                        .setField("grace_millis")
                        .setDescription("is longer than a year. Maybe use 30000."))
                .build();
        answer.onError(StatusProto.toStatusRuntimeException(com.google.rpc.Status.newBuilder()
                .setCode(Status.Code.INVALID_ARGUMENT.value())
                .setMessage("the job cannot be deleted like this")
                .addDetails(Any.pack(details))
                .build()));
    }

    @Override
    public void logs(LogsRequest request, StreamObserver<LogsResponse> answer) {
        asked.add(request);
        answer.onNext(chunk(0, "epoch 1\nepo"));
        answer.onNext(chunk(0, "ch 2\n"));
        answer.onNext(chunk(1, "ready"));
        answer.onCompleted();
    }

    private static LogsResponse chunk(int index, String text) {
        return LogsResponse.newBuilder()
                .setRole("worker")
                .setIndex(index)
                .setContent(ByteString.copyFromUtf8(text))
                .build();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    private static final class TokenCheck implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            if (("Bearer " + STRANGE_TOKEN).equals(headers.get(AUTHORIZATION))) {
                String refusal = "the token is not this scheduler's. Maybe the token file is of another scheduler.";
                call.close(Status.UNAUTHENTICATED.withDescription(refusal), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            if (!("Bearer " + TOKEN).equals(headers.get(AUTHORIZATION))) {
                call.close(Status.UNAUTHENTICATED.withDescription("wrong token"), new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }
    }
}
