package dev.basalt.cli.command;

import dev.basalt.cli.option.ServerOptions;
import dev.basalt.cli.reach.Answers;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.proto.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeletePriorityClassRequest;
import dev.basalt.proto.admin.v1.DeleteQueueRequest;
import io.grpc.StatusRuntimeException;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code basalt delete job|queue|priorityclass NAME...}. */
@Command(name = "delete", description = "End and forget jobs, or remove queues and priority classes that nothing uses.")
public final class Delete implements Callable<Integer> {
    private final Context context;

    /** Deletes one resource by the API's name. */
    private interface Deletion {
        void delete(String name, String requestId, AdminServiceBlockingStub calls);
    }

    @Mixin
    ServerOptions server = new ServerOptions();

    @Mixin
    NamedResources resources = new NamedResources();

    @Option(names = "--ignore-not-found", description = "One that does not exist is no error.")
    boolean ignoreNotFound;

    @Option(
            names = "--grace-period",
            paramLabel = "SECONDS",
            description = "How long tasks of a job may take to end; 0 ends them at once (default: what the job says).")
    @Nullable
    Integer gracePeriodSeconds;

    @Option(names = "--dry-run", description = "Only say whether it could be.")
    boolean validateOnly;

    public Delete(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind kind = resources.kind();
        if (gracePeriodSeconds != null && kind != ResourceKind.JOBS) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--grace-period is for jobs; " + kind.plural() + " have nothing that runs. Maybe leave it out.");
        }
        if (gracePeriodSeconds != null && gracePeriodSeconds < 0) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE,
                    "--grace-period " + gracePeriodSeconds + " is below 0. Maybe use 0 to end the job at once.");
        }
        return context.reaching(server, reach -> deleteAll(deletion(kind), reach));
    }

    private Deletion deletion(ResourceKind kind) {
        return switch (kind) {
            case JOBS -> this::deleteJob;
            case QUEUES -> this::deleteQueue;
            case PRIORITY_CLASSES -> this::deletePriorityClass;
            case NODES, GPUS, DECISIONS ->
                throw CommandFailed.because(
                        CommandFailed.WRONG_USAGE,
                        kind.plural() + " cannot be deleted. Maybe you meant a job, a queue or a priority class.");
        };
    }

    /** One that cannot be deleted keeps no other from it. */
    private int deleteAll(Deletion deletion, Reach reach) {
        int exitCode = 0;
        for (String name : resources.apiNames()) {
            try {
                deletion.delete(name, UUID.randomUUID().toString(), reach.calls());
                context.screen().line(name + (validateOnly ? " would be deleted" : " deleted"));
            } catch (StatusRuntimeException refused) {
                CommandFailed failure = Answers.failure(refused, reach.address());
                context.tell(failure);
                exitCode = failure.exitCode();
            }
        }
        return exitCode;
    }

    private void deleteJob(String name, String requestId, AdminServiceBlockingStub calls) {
        var request = DeleteJobRequest.newBuilder()
                .setName(name)
                .setValidateOnly(validateOnly)
                .setAllowMissing(ignoreNotFound)
                .setRequestId(requestId);
        if (gracePeriodSeconds != null) {
            request.setGraceMillis(gracePeriodSeconds * 1000L);
        }
        var ignored = calls.deleteJob(request.build());
    }

    private void deleteQueue(String name, String requestId, AdminServiceBlockingStub calls) {
        var ignored = calls.deleteQueue(DeleteQueueRequest.newBuilder()
                .setName(name)
                .setValidateOnly(validateOnly)
                .setAllowMissing(ignoreNotFound)
                .setRequestId(requestId)
                .build());
    }

    private void deletePriorityClass(String name, String requestId, AdminServiceBlockingStub calls) {
        var ignored = calls.deletePriorityClass(DeletePriorityClassRequest.newBuilder()
                .setName(name)
                .setValidateOnly(validateOnly)
                .setAllowMissing(ignoreNotFound)
                .setRequestId(requestId)
                .build());
    }
}
