package dev.basalt.kube.watch;

import static org.awaitility.Awaitility.await;

import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed.Kind;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.TaskId;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.kubernetes.watch.WatchPace;
import dev.basalt.kubernetes.watch.WatchStatus;
import dev.basalt.kubernetes.watch.Watched;
import dev.basalt.kubernetes.watch.Watches;
import dev.basalt.loop.EventInbox;
import dev.basalt.manifest.live.LivePod;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The watches on a client, and what their events say up to now. */
final class Followed implements AutoCloseable {
    static final List<String> OURS = List.of("basalt", "volcano");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    final Directory directory = new Directory();
    final TreeMap<String, NodeSpec> nodes = new TreeMap<>();
    final TreeMap<String, PodView> pods = new TreeMap<>();
    final TreeMap<String, Gang> gangs = new TreeMap<>();
    final TreeMap<String, Queue> queues = new TreeMap<>();
    final TreeMap<String, Integer> classes = new TreeMap<>();
    final Map<Kind, Integer> lists = new EnumMap<>(Kind.class);
    final List<String> refusals = new ArrayList<>();
    private final EventInbox inbox = new EventInbox(100_000);
    private final Watches watches;

    Followed(KubernetesClient client, WatchPace pace) {
        this(client, pace, new GroupWishes() {
            @Override
            public void wanted(String namespace, String name, LivePod pod) {}

            @Override
            public void settled(String namespace, String name) {}
        });
    }

    Followed(KubernetesClient client, WatchPace pace, GroupWishes wishes) {
        watches = new Watches(new Watches.Parts(client, inbox, directory, wishes, OURS, pace, 1));
        watches.start();
    }

    /** Reads until all kinds were listed. */
    Followed complete() {
        soon(() -> lists.size() == Kind.values().length);
        return this;
    }

    /** Reads until that is so. */
    void soon(BooleanSupplier condition) {
        await().atMost(PATIENCE).until(() -> {
            read();
            return condition.getAsBoolean();
        });
    }

    private void read() throws InterruptedException {
        for (Event event : inbox.take(100_000, 0).events()) {
            take(event);
        }
    }

    private void take(Event event) {
        switch (event) {
            case Event.NodeApplied node -> nodes.put(node.node().name(), node.node());
            case Event.NodeDeleted node -> nodes.remove(node.nodeName());
            case Event.PodObserved pod -> pods.put(pod.pod().uid(), pod.pod());
            case Event.PodGone pod -> pods.remove(pod.podUid());
            case Event.GangApplied gang -> gangs.put(gang.gang().uid(), gang.gang());
            case Event.GangDeleted gang -> gangs.remove(gang.gangUid());
            case Event.QueueApplied queue -> queues.put(queue.queue().name(), queue.queue());
            case Event.QueueDeleted queue -> queues.remove(queue.queueName());
            case Event.PriorityClassApplied priority -> classes.put(priority.name(), priority.value());
            case Event.PriorityClassDeleted priority -> classes.remove(priority.name());
            case Event.ObjectRefused refused -> refusals.add(refused.kind() + " " + refused.identity());
            case Event.Listed list -> {
                lists.merge(list.kind(), 1, Integer::sum);
                switch (list.kind()) {
                    case NODES -> nodes.keySet().retainAll(list.identities());
                    case PODS -> pods.keySet().retainAll(list.identities());
                    case GANGS -> gangs.keySet().retainAll(list.identities());
                    case QUEUES -> queues.keySet().retainAll(list.identities());
                    case PRIORITY_CLASSES -> classes.keySet().retainAll(list.identities());
                }
            }
            default -> throw new IllegalStateException("unexpected " + event);
        }
    }

    /** The member slot of a pod, or null. */
    @Nullable
    TaskId task(Pod pod) {
        PodView view = pods.get(pod.getMetadata().getUid());
        return view == null ? null : view.task();
    }

    /** Whether that pod is known. */
    boolean knows(Pod pod) {
        return pods.containsKey(pod.getMetadata().getUid());
    }

    WatchStatus status(Watched kind) {
        return watches.status().get(kind.ordinal());
    }

    @Override
    public void close() {
        watches.stop();
        await().atMost(PATIENCE).until(() -> watches.ended().isDone());
    }
}
