package dev.basalt.cli.command;

import com.google.protobuf.Message;
import dev.basalt.cli.reach.CommandFailed;
import dev.basalt.cli.reach.Reach;
import dev.basalt.cli.reach.ResourceNames;
import dev.basalt.cli.text.Rows;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.GetDecisionRequest;
import dev.basalt.proto.admin.v1.GetGpuRequest;
import dev.basalt.proto.admin.v1.GetJobRequest;
import dev.basalt.proto.admin.v1.GetNodeRequest;
import dev.basalt.proto.admin.v1.GetPriorityClassRequest;
import dev.basalt.proto.admin.v1.GetQueueRequest;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.admin.v1.WatchKind;
import dev.basalt.proto.admin.v1.WatchResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of resources that can be shown, and how each is named and got. */
enum ResourceKind {
    JOBS(WatchKind.WATCH_KIND_JOB, "jobs job j vcjob vj"),
    QUEUES(WatchKind.WATCH_KIND_QUEUE, "queues queue q"),
    NODES(WatchKind.WATCH_KIND_NODE, "nodes node no"),
    GPUS(WatchKind.WATCH_KIND_GPU, "gpus gpu"),
    DECISIONS(WatchKind.WATCH_KIND_DECISION, "decisions decision d"),
    PRIORITY_CLASSES(WatchKind.WATCH_KIND_PRIORITY_CLASS, "priorityclasses priorityclass pc");

    private final WatchKind watchKind;
    private final String words;

    ResourceKind(WatchKind watchKind, String words) {
        this.watchKind = watchKind;
        this.words = words;
    }

    static ResourceKind of(String word) {
        for (ResourceKind kind : values()) {
            if (List.of(kind.words.split(" ")).contains(word)) {
                return kind;
            }
        }
        throw CommandFailed.because(
                CommandFailed.WRONG_USAGE,
                "'" + word
                        + "' is no kind of resource."
                        + " Maybe write jobs, queues, nodes, gpus, decisions or priorityclasses.");
    }

    WatchKind watchKind() {
        return watchKind;
    }

    String plural() {
        return words.substring(0, words.indexOf(' '));
    }

    /** The API's name of what a user wrote. */
    String apiName(String written, String namespace) {
        return switch (this) {
            case JOBS -> ResourceNames.job(written, namespace);
            case GPUS -> ResourceNames.gpu(written);
            case QUEUES, NODES, DECISIONS -> ResourceNames.inCollection(written, plural());
            case PRIORITY_CLASSES -> ResourceNames.inCollection(written, "priorityClasses");
        };
    }

    Message one(Reach reach, String apiName) {
        var calls = reach.calls();
        return switch (this) {
            case JOBS ->
                calls.getJob(GetJobRequest.newBuilder().setName(apiName).build());
            case QUEUES ->
                calls.getQueue(GetQueueRequest.newBuilder().setName(apiName).build());
            case NODES ->
                calls.getNode(GetNodeRequest.newBuilder().setName(apiName).build());
            case GPUS ->
                calls.getGpu(GetGpuRequest.newBuilder().setName(apiName).build());
            case DECISIONS ->
                calls.getDecision(
                        GetDecisionRequest.newBuilder().setName(apiName).build());
            case PRIORITY_CLASSES ->
                calls.getPriorityClass(
                        GetPriorityClassRequest.newBuilder().setName(apiName).build());
        };
    }

    List<String> headers(Rows rows) {
        return switch (this) {
            case JOBS -> rows.jobHeaders();
            case QUEUES -> rows.queueHeaders();
            case NODES -> rows.nodeHeaders();
            case GPUS -> rows.gpuHeaders();
            case DECISIONS -> rows.decisionHeaders();
            case PRIORITY_CLASSES -> rows.priorityClassHeaders();
        };
    }

    /** The name of a resource as the API has it. */
    static String nameOf(Message resource) {
        return switch (resource) {
            case Job job -> job.getName();
            case Queue queue -> queue.getName();
            case Node node -> node.getName();
            case Gpu gpu -> gpu.getName();
            case Decision decision -> decision.getName();
            case PriorityClass each -> each.getName();
            default -> "";
        };
    }

    /** The resource of a change; null when it carries none. */
    static @Nullable Message resourceOf(WatchResponse change) {
        return switch (change.getResourceCase()) {
            case JOB -> change.getJob();
            case QUEUE -> change.getQueue();
            case NODE -> change.getNode();
            case GPU -> change.getGpu();
            case DECISION -> change.getDecision();
            case PRIORITY_CLASS -> change.getPriorityClass();
            case RESOURCE_NOT_SET -> null;
        };
    }
}
