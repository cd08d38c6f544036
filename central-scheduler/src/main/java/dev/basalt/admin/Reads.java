package dev.basalt.admin;

import dev.basalt.admin.query.AdminErrors;
import dev.basalt.admin.query.Filter;
import dev.basalt.admin.query.Page;
import dev.basalt.admin.query.Query;
import dev.basalt.admin.query.ResourceNames;
import dev.basalt.admin.show.DecisionMessages;
import dev.basalt.admin.show.ExplanationMessages;
import dev.basalt.admin.show.JobMessages;
import dev.basalt.admin.show.NodeMessages;
import dev.basalt.admin.show.PriorityClassMessages;
import dev.basalt.admin.show.QueueMessages;
import dev.basalt.admin.show.Tables;
import dev.basalt.core.machine.Effect.GangStatus.Phase;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.NodeView;
import dev.basalt.core.machine.PublishedView.PriorityClassView;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.loop.ViewBoard;
import dev.basalt.proto.admin.v1.ClusterStatus;
import dev.basalt.proto.admin.v1.Decision;
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
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.NodeState;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Answers the methods that only read, each from one published view. */
final class Reads {
    private final AdminEndpoint.Parts parts;

    Reads(AdminEndpoint.Parts parts) {
        this.parts = parts;
    }

    Job job(GetJobRequest request) {
        PublishedView view = view();
        return JobMessages.message(view, JobLookup.require(view, request.getName()), parts.times());
    }

    ListJobsResponse jobs(ListJobsRequest request) {
        PublishedView view = view();
        String namespace = ResourceNames.namespace(request.getParent());
        List<GangView> all = view.gangs().stream()
                .filter(gang -> namespace.equals(ResourceNames.ANY)
                        || gang.spec().gang().namespace().equals(namespace))
                // The UID tells a job from one of the same name that is being deleted.
                .sorted(Comparator.comparing(Reads::jobKey))
                .toList();
        Page<GangView> page = new Query(request.getFilter(), request.getPageSize(), request.getPageToken())
                .answer(all, Reads::jobKey, JobMessages::fields);
        return ListJobsResponse.newBuilder()
                .addAllJobs(page.items().stream()
                        .map(gang -> JobMessages.message(view, gang, parts.times()))
                        .toList())
                .setNextPageToken(page.nextToken())
                .setTotalCount(page.totalCount())
                .build();
    }

    private static String jobKey(GangView gang) {
        return JobMessages.name(gang) + "/" + gang.uid();
    }

    Queue queue(GetQueueRequest request) {
        String name = ResourceNames.parts("name", request.getName(), "queues/*").getFirst();
        QueueView queue = view().queue(name);
        if (queue == null) {
            throw AdminErrors.notFound(request.getName(), "Maybe apply its manifest, or list the queues.");
        }
        return QueueMessages.message(queue);
    }

    ListQueuesResponse queues(ListQueuesRequest request) {
        Page<QueueView> page = new Query(request.getFilter(), request.getPageSize(), request.getPageToken())
                .answer(view().queues(), QueueView::name, QueueMessages::fields);
        return ListQueuesResponse.newBuilder()
                .addAllQueues(page.items().stream().map(QueueMessages::message).toList())
                .setNextPageToken(page.nextToken())
                .setTotalCount(page.totalCount())
                .build();
    }

    PriorityClass priorityClass(GetPriorityClassRequest request) {
        PublishedView view = view();
        String name = ResourceNames.parts("name", request.getName(), "priorityClasses/*")
                .getFirst();
        return view.priorityClasses().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .map(each -> PriorityClassMessages.message(view, each))
                .orElseThrow(() -> AdminErrors.notFound(
                        request.getName(), "Maybe apply its manifest, or list the priority classes."));
    }

    ListPriorityClassesResponse priorityClasses(ListPriorityClassesRequest request) {
        PublishedView view = view();
        Page<PriorityClassView> page = new Query(request.getFilter(), request.getPageSize(), request.getPageToken())
                .answer(view.priorityClasses(), PriorityClassView::name, PriorityClassMessages::fields);
        return ListPriorityClassesResponse.newBuilder()
                .addAllPriorityClasses(page.items().stream()
                        .map(each -> PriorityClassMessages.message(view, each))
                        .toList())
                .setNextPageToken(page.nextToken())
                .setTotalCount(page.totalCount())
                .build();
    }

    Node node(GetNodeRequest request) {
        PublishedView view = view();
        String name = ResourceNames.parts("name", request.getName(), "nodes/*").getFirst();
        return messages(view).node(require(view, name));
    }

    ListNodesResponse nodes(ListNodesRequest request) {
        PublishedView view = view();
        NodeMessages messages = messages(view);
        Page<NodeView> page = new Query(request.getFilter(), request.getPageSize(), request.getPageToken())
                .answer(view.nodes(), NodeView::name, messages::fields);
        return ListNodesResponse.newBuilder()
                .addAllNodes(page.items().stream().map(messages::node).toList())
                .setNextPageToken(page.nextToken())
                .setTotalCount(page.totalCount())
                .build();
    }

    Gpu gpu(GetGpuRequest request) {
        PublishedView view = view();
        List<String> names = ResourceNames.parts("name", request.getName(), "nodes/*/gpus/*");
        return messages(view).gpus(require(view, names.getFirst())).stream()
                .filter(gpu -> gpu.getName().equals(request.getName()))
                .findFirst()
                .orElseThrow(() -> AdminErrors.notFound(request.getName(), "Maybe list the node's GPUs."));
    }

    ListGpusResponse gpus(ListGpusRequest request) {
        PublishedView view = view();
        NodeMessages messages = messages(view);
        String node = ResourceNames.nodeOfParent(request.getParent());
        List<Gpu> all = new ArrayList<>();
        for (NodeView each : view.nodes()) {
            if (node.equals(ResourceNames.ANY) || each.name().equals(node)) {
                all.addAll(messages.gpus(each));
            }
        }
        Page<Gpu> page = new Query(request.getFilter(), request.getPageSize(), request.getPageToken())
                .answer(all, Reads::gpuKey, NodeMessages::fields);
        return ListGpusResponse.newBuilder()
                .addAllGpus(page.items())
                .setNextPageToken(page.nextToken())
                .setTotalCount(page.totalCount())
                .build();
    }

    /** In order of slot, not of the slot's digits. */
    private static String gpuKey(Gpu gpu) {
        return gpu.getDevice().getNode() + "/"
                + String.format("%05d", gpu.getDevice().getSlot());
    }

    Decision decision(GetDecisionRequest request) {
        String id =
                ResourceNames.parts("name", request.getName(), "decisions/*").getFirst();
        try {
            return parts.history()
                    .find(Long.parseLong(id))
                    .map(new DecisionMessages(view())::message)
                    .orElseThrow(() -> AdminErrors.notFound(request.getName(), "Maybe it is no longer kept."));
        } catch (NumberFormatException text) {
            throw AdminErrors.badField(
                    "name", request.getName(), "has no number for its id. Maybe write decisions/42.");
        }
    }

    ListDecisionsResponse decisions(ListDecisionsRequest request, DecisionMessages messages) {
        Filter filter = Filter.parse(request.getFilter());
        int size = Page.size(request.getPageSize());
        long before = before(request.getPageToken());
        var response = ListDecisionsResponse.newBuilder();
        parts.history().scan(before, decision -> {
            Decision message = messages.message(decision);
            if (filter.passes(messages.fields(message))) {
                if (response.getDecisionsCount() == size) {
                    long last = response.getDecisions(size - 1).getDecision().getId();
                    response.setNextPageToken(Page.token(Long.toString(last)));
                    return false;
                }
                response.addDecisions(message);
            }
            return true;
        });
        return response.build();
    }

    private static long before(String token) {
        try {
            return token.isEmpty() ? Long.MAX_VALUE : Long.parseLong(Page.key(token));
        } catch (NumberFormatException other) {
            throw AdminErrors.badField("page_token", token, "is of another list. Maybe begin with an empty one.");
        }
    }

    ExplainResponse explain(ExplainRequest request) {
        PublishedView view = view();
        return ExplanationMessages.explain(view, JobLookup.require(view, request.getName()));
    }

    ClusterStatus clusterStatus() {
        ViewBoard.Shown shown = parts.board().shown();
        PublishedView view = shown.view();
        NodeMessages messages = messages(view);
        var status = ClusterStatus.newBuilder()
                .setVersion(parts.identity().version())
                .setSchedulerId(parts.identity().schedulerId())
                .setLeader(view.gate().leading())
                .setEpoch(view.epoch())
                .setCycle(shown.number())
                .setMode(parts.identity().mode())
                .setNodeCount(view.nodes().size())
                .setDeciding(view.gate().open())
                .addAllWaitingFor(view.gate().waitsFor())
                .setUptimeMillis(System.currentTimeMillis() - parts.identity().beganUnixMillis());
        for (NodeView node : view.nodes()) {
            boolean isOpen = NodeMessages.state(node) == NodeState.NODE_STATE_OPEN;
            status.setOpenNodeCount(status.getOpenNodeCount() + (isOpen ? 1 : 0))
                    .setGpuCount(status.getGpuCount() + node.facts().devices().size())
                    .setFreeGpuCount(status.getFreeGpuCount() + messages.freeCount(node));
        }
        for (GangView gang : view.gangs()) {
            Phase phase = gang.spec().status().phase();
            if (phase == Phase.PENDING) {
                status.setPendingGangCount(status.getPendingGangCount() + 1);
            } else if (phase == Phase.RUNNING || phase == Phase.DEGRADED) {
                status.setRunningGangCount(status.getRunningGangCount() + 1);
            }
        }
        return status.build();
    }

    private PublishedView view() {
        return parts.board().view();
    }

    private NodeMessages messages(PublishedView view) {
        return new NodeMessages(Tables.of(view), parts.readings());
    }

    private static NodeView require(PublishedView view, String name) {
        NodeView node = view.node(name);
        if (node == null) {
            throw AdminErrors.notFound(
                    ResourceNames.node(name), "Maybe its agent never connected; look into the agent's log.");
        }
        return node;
    }
}
