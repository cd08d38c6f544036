package dev.basalt.admin;

import com.google.protobuf.Message;
import dev.basalt.admin.query.Filter;
import dev.basalt.admin.show.DecisionMessages;
import dev.basalt.admin.show.JobMessages;
import dev.basalt.admin.show.NodeMessages;
import dev.basalt.admin.show.PriorityClassMessages;
import dev.basalt.admin.show.QueueMessages;
import dev.basalt.admin.show.Readings;
import dev.basalt.admin.show.Tables;
import dev.basalt.admin.show.Times;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.loop.ViewBoard;
import dev.basalt.proto.admin.v1.Decision;
import dev.basalt.proto.admin.v1.Gpu;
import dev.basalt.proto.admin.v1.Job;
import dev.basalt.proto.admin.v1.Node;
import dev.basalt.proto.admin.v1.PriorityClass;
import dev.basalt.proto.admin.v1.Queue;
import dev.basalt.proto.admin.v1.WatchChange;
import dev.basalt.proto.admin.v1.WatchKind;
import dev.basalt.proto.admin.v1.WatchRequest;
import dev.basalt.proto.admin.v1.WatchResponse;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Tells one watcher of changes, by comparing each view with what it was told last: a watcher that is slow misses steps
 * between, never the state.
 */
final class WatchCommand {
    private static final Duration LOOK_PERIOD = Duration.ofSeconds(1);

    private final Sources sources;
    private final WatchRequest request;
    private final Filter filter;
    private final SteadyStream<WatchResponse> stream;
    private final TreeMap<String, Message> told = new TreeMap<>();
    private long lastDecision;

    /** Where resources come from. */
    record Sources(ViewBoard board, Readings readings, Times times, HistoryPort history) {}

    WatchCommand(Sources sources, WatchRequest request, SteadyStream<WatchResponse> stream) {
        this.sources = sources;
        this.request = request;
        this.filter = Filter.parse(request.getFilter());
        this.stream = stream;
    }

    void start() {
        Thread.ofVirtual().name("watch").start(this::run);
    }

    private void run() {
        try {
            ViewBoard.Shown shown = sources.board().shown();
            sources.history().scan(Long.MAX_VALUE, newest -> {
                lastDecision = newest.getId();
                return false;
            });
            boolean goesOn = request.getIncludeInitial() ? tell(shown.view()) && synced() : remember(shown.view());
            while (goesOn && !stream.isOver()) {
                ViewBoard.Shown next = sources.board().awaitAfter(shown.number(), LOOK_PERIOD);
                if (next.number() > shown.number()) {
                    shown = next;
                    goesOn = tell(shown.view()) && tellDecisions(shown.view());
                }
            }
            stream.complete();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (io.grpc.StatusRuntimeException wrong) {
            stream.fail(wrong);
        }
    }

    private boolean remember(PublishedView view) {
        told.clear();
        told.putAll(resources(view));
        return true;
    }

    private boolean synced() throws InterruptedException {
        return stream.send(WatchResponse.newBuilder()
                .setChange(WatchChange.WATCH_CHANGE_SYNCED)
                .setChangedUnixMillis(System.currentTimeMillis())
                .build());
    }

    private boolean tell(PublishedView view) throws InterruptedException {
        SortedMap<String, Message> now = resources(view);
        long at = view.at().wallMillis();
        for (Map.Entry<String, Message> entry : now.entrySet()) {
            Message before = told.get(entry.getKey());
            if (before == null && !send(WatchChange.WATCH_CHANGE_CREATED, entry.getValue(), at)) {
                return false;
            }
            if (before != null
                    && !before.equals(entry.getValue())
                    && !send(WatchChange.WATCH_CHANGE_CHANGED, entry.getValue(), at)) {
                return false;
            }
        }
        for (Map.Entry<String, Message> entry : told.entrySet()) {
            if (!now.containsKey(entry.getKey()) && !send(WatchChange.WATCH_CHANGE_DELETED, entry.getValue(), at)) {
                return false;
            }
        }
        told.clear();
        told.putAll(now);
        return true;
    }

    private boolean tellDecisions(PublishedView view) throws InterruptedException {
        if (!wants(WatchKind.WATCH_KIND_DECISION)) {
            return true;
        }
        DecisionMessages messages = new DecisionMessages(view);
        TreeMap<Long, Decision> fresh = new TreeMap<>();
        sources.history().scan(Long.MAX_VALUE, decision -> {
            if (decision.getId() > lastDecision) {
                fresh.put(decision.getId(), messages.message(decision));
            }
            return decision.getId() > lastDecision;
        });
        for (Decision decision : fresh.values()) {
            lastDecision = decision.getDecision().getId();
            boolean passes = isNamed(decision.getName()) && filter.passes(messages.fields(decision));
            if (passes
                    && !send(
                            WatchChange.WATCH_CHANGE_CREATED,
                            decision,
                            decision.getDecision().getDecidedUnixMillis())) {
                return false;
            }
        }
        return true;
    }

    private SortedMap<String, Message> resources(PublishedView view) {
        TreeMap<String, Message> all = new TreeMap<>();
        BiConsumer<String, Message> add = (name, message) -> {
            if (isNamed(name)) {
                all.put(name, message);
            }
        };
        if (wants(WatchKind.WATCH_KIND_JOB)) {
            view.gangs().stream()
                    .filter(gang -> filter.passes(JobMessages.fields(gang)))
                    .forEach(gang ->
                            add.accept(JobMessages.name(gang), JobMessages.message(view, gang, sources.times())));
        }
        if (wants(WatchKind.WATCH_KIND_QUEUE)) {
            view.queues().stream()
                    .filter(queue -> filter.passes(QueueMessages.fields(queue)))
                    .map(QueueMessages::message)
                    .forEach(queue -> add.accept(queue.getName(), queue));
        }
        if (wants(WatchKind.WATCH_KIND_PRIORITY_CLASS)) {
            view.priorityClasses().stream()
                    .filter(each -> filter.passes(PriorityClassMessages.fields(each)))
                    .map(each -> PriorityClassMessages.message(view, each))
                    .forEach(each -> add.accept(each.getName(), each));
        }
        if (!wants(WatchKind.WATCH_KIND_NODE) && !wants(WatchKind.WATCH_KIND_GPU)) {
            return all;
        }
        NodeMessages nodes = new NodeMessages(Tables.of(view), sources.readings());
        for (PublishedView.NodeView node : view.nodes()) {
            if (wants(WatchKind.WATCH_KIND_NODE) && filter.passes(nodes.fields(node))) {
                Node message = nodes.node(node);
                // Its age changes with every step and is no change of the node.
                add.accept(
                        message.getName(),
                        message.toBuilder().clearLastHeartbeatAgeMillis().build());
            }
            if (wants(WatchKind.WATCH_KIND_GPU)) {
                nodes.gpus(node).stream()
                        .filter(gpu -> filter.passes(NodeMessages.fields(gpu)))
                        .forEach(gpu -> add.accept(gpu.getName(), gpu));
            }
        }
        return all;
    }

    private boolean wants(WatchKind kind) {
        return request.getKindsCount() == 0 || request.getKindsList().contains(kind);
    }

    private boolean isNamed(String name) {
        String wanted = request.getName();
        return wanted.isEmpty() || name.equals(wanted) || name.startsWith(wanted + "/");
    }

    private boolean send(WatchChange change, Message resource, long unixMillis) throws InterruptedException {
        var response = WatchResponse.newBuilder().setChange(change).setChangedUnixMillis(unixMillis);
        switch (resource) {
            case Job job -> response.setJob(job);
            case Queue queue -> response.setQueue(queue);
            case Node node -> response.setNode(node);
            case Gpu gpu -> response.setGpu(gpu);
            case Decision decision -> response.setDecision(decision);
            case PriorityClass each -> response.setPriorityClass(each);
            default -> throw new IllegalStateException("cannot watch " + resource.getClass());
        }
        return stream.send(response.build());
    }
}
