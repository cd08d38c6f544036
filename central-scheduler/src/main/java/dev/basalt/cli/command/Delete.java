package dev.basalt.cli.command;

import dev.basalt.cli.reach.Answers;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.admin.v1.DeleteQueueRequest;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code basalt delete job|queue NAME...}. */
@Command(name = "delete", description = "End and forget jobs, or remove queues that nothing is in.")
public final class Delete implements Callable<Integer> {
    private final Context context;

    @Mixin
    ServerOptions server = new ServerOptions();

    @Parameters(index = "0", paramLabel = "KIND", description = "job or queue")
    String kindWord = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "NAME")
    List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace of the jobs (default: ${DEFAULT-VALUE}).")
    String namespace = "default";

    @Option(names = "--ignore-not-found", description = "One that does not exist is no error.")
    boolean ignoreNotFound;

    @Option(names = "--dry-run", description = "Only say whether it could be.")
    boolean validateOnly;

    public Delete(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind kind = ResourceKind.of(kindWord);
        if (kind != ResourceKind.JOBS && kind != ResourceKind.QUEUES) {
            throw CommandFailed.because(
                    CommandFailed.WRONG_USAGE, kind.plural() + " cannot be deleted. Maybe you meant a job or a queue.");
        }
        return context.reaching(server, reach -> deleteAll(kind, reach));
    }

    /** One that cannot be deleted keeps no other from it. */
    private int deleteAll(ResourceKind kind, Reach reach) {
        int exitCode = 0;
        for (String written : names) {
            String name = kind.apiName(written, namespace);
            try {
                delete(kind, name, reach);
                context.screen().line(name + (validateOnly ? " would be deleted" : " deleted"));
            } catch (StatusRuntimeException refused) {
                CommandFailed failure = Answers.failure(refused, reach.address());
                context.tell(failure);
                exitCode = failure.exitCode();
            }
        }
        return exitCode;
    }

    private void delete(ResourceKind kind, String name, Reach reach) {
        String requestId = UUID.randomUUID().toString();
        if (kind == ResourceKind.QUEUES) {
            var ignored = reach.calls()
                    .deleteQueue(DeleteQueueRequest.newBuilder()
                            .setName(name)
                            .setValidateOnly(validateOnly)
                            .setAllowMissing(ignoreNotFound)
                            .setRequestId(requestId)
                            .build());
            return;
        }
        var ignored = reach.calls()
                .deleteJob(DeleteJobRequest.newBuilder()
                        .setName(name)
                        .setValidateOnly(validateOnly)
                        .setAllowMissing(ignoreNotFound)
                        .setRequestId(requestId)
                        .build());
    }
}
