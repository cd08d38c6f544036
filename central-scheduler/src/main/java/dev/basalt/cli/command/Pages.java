package dev.basalt.cli.command;

import com.google.protobuf.Message;
import dev.basalt.cli.reach.Reach;
import dev.basalt.proto.admin.v1.ListDecisionsRequest;
import dev.basalt.proto.admin.v1.ListGpusRequest;
import dev.basalt.proto.admin.v1.ListJobsRequest;
import dev.basalt.proto.admin.v1.ListNodesRequest;
import dev.basalt.proto.admin.v1.ListPriorityClassesRequest;
import dev.basalt.proto.admin.v1.ListQueuesRequest;
import java.util.ArrayList;
import java.util.List;

/** Lists resources page by page. */
final class Pages {
    private static final int PAGE_SIZE = 500;

    private final Reach reach;
    private final String parent;
    private final String filter;

    /**
     * @param parent {@code namespaces/x} for jobs, {@code nodes/x} for GPUs; empty is all
     * @param filter conditions in the API's own words; empty is none
     */
    Pages(Reach reach, String parent, String filter) {
        this.reach = reach;
        this.parent = parent;
        this.filter = filter;
    }

    /** At most {@code limit} resources. */
    List<Message> list(ResourceKind kind, int limit) {
        List<Message> all = new ArrayList<>();
        String token = "";
        do {
            token = page(kind, token, Math.min(PAGE_SIZE, limit), all);
        } while (!token.isEmpty() && all.size() < limit);
        return all.size() > limit ? all.subList(0, limit) : all;
    }

    /** Adds one page and answers the token of the next. */
    private String page(ResourceKind kind, String token, int size, List<Message> all) {
        return switch (kind) {
            case JOBS -> jobs(token, size, all);
            case QUEUES -> queues(token, size, all);
            case NODES -> nodes(token, size, all);
            case GPUS -> gpus(token, size, all);
            case DECISIONS -> decisions(token, size, all);
            case PRIORITY_CLASSES -> priorityClasses(token, size, all);
        };
    }

    private String priorityClasses(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listPriorityClasses(ListPriorityClassesRequest.newBuilder()
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getPriorityClassesList());
        return page.getNextPageToken();
    }

    private String jobs(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listJobs(ListJobsRequest.newBuilder()
                        .setParent(parent)
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getJobsList());
        return page.getNextPageToken();
    }

    private String queues(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listQueues(ListQueuesRequest.newBuilder()
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getQueuesList());
        return page.getNextPageToken();
    }

    private String nodes(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listNodes(ListNodesRequest.newBuilder()
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getNodesList());
        return page.getNextPageToken();
    }

    private String gpus(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listGpus(ListGpusRequest.newBuilder()
                        .setParent(parent)
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getGpusList());
        return page.getNextPageToken();
    }

    private String decisions(String token, int size, List<Message> all) {
        var page = reach.calls()
                .listDecisions(ListDecisionsRequest.newBuilder()
                        .setFilter(filter)
                        .setPageSize(size)
                        .setPageToken(token)
                        .build());
        all.addAll(page.getDecisionsList());
        return page.getNextPageToken();
    }
}
