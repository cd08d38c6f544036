package dev.basalt.simulate.world;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.scenario.Action;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A virtual API server: the truth about objects. Every change is told as an event, unless events of its kind are being
 * lost; a list tells everything of a kind again.
 */
public final class VirtualApi {
    private static final String SOURCE = "api";

    private final Consumer<Event> tell;
    private final BiConsumer<String, TaskId> created;
    private final EnumSet<Action.Kind> lost = EnumSet.noneOf(Action.Kind.class);
    private final TreeMap<String, Gang> gangs = new TreeMap<>();
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private final TreeMap<String, Integer> priorityClasses = new TreeMap<>();
    private final TreeMap<String, NodeSpec> nodes = new TreeMap<>();
    private final TreeMap<String, VirtualPod> pods = new TreeMap<>();
    private final TreeMap<String, Long> versions = new TreeMap<>();
    private final List<Domain> domains;
    private long version;

    public VirtualApi(List<Domain> domains, Consumer<Event> tell, BiConsumer<String, TaskId> created) {
        this.domains = List.copyOf(domains);
        this.tell = tell;
        this.created = created;
    }

    public SortedMap<String, VirtualPod> pods() {
        return pods;
    }

    @Nullable
    public VirtualPod pod(String uid) {
        return pods.get(uid);
    }

    @Nullable
    public NodeSpec node(String name) {
        return nodes.get(name);
    }

    @Nullable
    public Gang gang(String uid) {
        return gangs.get(uid);
    }

    public void lose(Action.Kind kind) {
        lost.add(kind);
    }

    public void putGang(Gang gang) {
        gangs.put(gang.uid(), gang);
        tell(Action.Kind.GANGS, new Event.GangApplied(SOURCE, gang, changed("gang/" + gang.uid())));
    }

    public void removeGang(String uid) {
        if (gangs.remove(uid) != null) {
            tell(Action.Kind.GANGS, new Event.GangDeleted(SOURCE, uid, changed("gang/" + uid)));
        }
    }

    public void putQueue(Queue queue) {
        queues.put(queue.name(), queue);
        tell(Action.Kind.QUEUES, new Event.QueueApplied(SOURCE, queue, changed("queue/" + queue.name())));
    }

    public void removeQueue(String name) {
        if (queues.remove(name) != null) {
            tell(Action.Kind.QUEUES, new Event.QueueDeleted(SOURCE, name, changed("queue/" + name)));
        }
    }

    public void putPriorityClass(String name, int value) {
        priorityClasses.put(name, value);
        long at = changed("class/" + name);
        tell(Action.Kind.PRIORITY_CLASSES, new Event.PriorityClassApplied(SOURCE, name, value, at));
    }

    public void putNode(NodeSpec node) {
        nodes.put(node.name(), node);
        tell(Action.Kind.NODES, new Event.NodeApplied(SOURCE, node, changed("node/" + node.name())));
    }

    public void removeNode(String name) {
        if (nodes.remove(name) != null) {
            tell(Action.Kind.NODES, new Event.NodeDeleted(SOURCE, name, changed("node/" + name)));
        }
    }

    public VirtualPod createPod(
            String uid, String name, @Nullable TaskId task, String schedulerName, ResourceVector requests) {
        VirtualPod pod = pods.computeIfAbsent(uid, key -> new VirtualPod(key, name, task, schedulerName, requests));
        if (task != null) {
            created.accept(uid, task);
        }
        changed(pod);
        return pod;
    }

    public void bind(VirtualPod pod, String nodeName, List<Grant> grants) {
        pod.nodeName = nodeName;
        pod.grants = grants;
        changed(pod);
    }

    /** Tells how a pod looks now. */
    public void changed(VirtualPod pod) {
        tell(Action.Kind.PODS, new Event.PodObserved(SOURCE, pod.view(), changed("pod/" + pod.uid)));
    }

    public void removePod(String uid) {
        if (pods.remove(uid) != null) {
            tell(Action.Kind.PODS, new Event.PodGone(SOURCE, uid, changed("pod/" + uid)));
        }
    }

    /** Pods of a gang, in slot order. */
    public List<VirtualPod> podsOf(String gangUid) {
        List<VirtualPod> found = new ArrayList<>();
        for (VirtualPod pod : pods.values()) {
            if (pod.task != null && pod.task.gangUid().equals(gangUid)) {
                found.add(pod);
            }
        }
        return found;
    }

    /**
     * A complete list.
     *
     * @param events every object of the kind, then that the list is complete
     */
    public record Listing(List<Event> events) {
        public Listing {
            events = List.copyOf(events);
        }
    }

    /** Tells everything of a kind, then that the list is complete. Ends the loss of that kind's events. */
    public void list(Action.Kind kind) {
        lost.remove(kind);
        listing(kind).events().forEach(tell);
    }

    /** What a list of a kind says now. */
    public Listing listing(Action.Kind kind) {
        List<Event> events = new ArrayList<>();
        List<String> identities = switch (kind) {
            case GANGS -> listGangs(events);
            case QUEUES -> listQueues(events);
            case PRIORITY_CLASSES -> listPriorityClasses(events);
            case NODES -> listNodes(events);
            case PODS -> listPods(events);
        };
        events.add(new Event.Listed(SOURCE, Event.Listed.Kind.valueOf(kind.name()), identities, version));
        return new Listing(events);
    }

    /** Tells the topology; it never changes in a scenario. */
    public void tellDomains() {
        if (!domains.isEmpty()) {
            tell.accept(new Event.DomainsApplied(SOURCE, domains, ++version));
        }
    }

    /** Pods that a controller would create for empty slots. */
    public void createPods(Effect.CreatePods effect) {
        Gang gang = gangs.get(effect.gangUid());
        if (gang == null) {
            return;
        }
        for (Effect.CreatePods.PodAsk ask : effect.pods()) {
            String uid = podUid(ask.task(), ask.incarnation());
            if (!pods.containsKey(uid)) {
                createPod(uid, podName(gang, ask.task()), ask.task(), gang.schedulerName(), ResourceVector.ZERO);
            }
        }
    }

    /** Name of the pod in a slot: every pod of the slot has the same. */
    public static String podName(Gang gang, TaskId task) {
        return gang.name() + "-" + task.role() + "-" + task.index();
    }

    public static String podUid(TaskId task, int incarnation) {
        String slot = task.gangUid() + "-" + task.role() + "-" + task.index();
        return incarnation == 0 ? slot : slot + "." + incarnation;
    }

    private List<String> listGangs(List<Event> events) {
        gangs.values().forEach(gang -> events.add(new Event.GangApplied(SOURCE, gang, at("gang/" + gang.uid()))));
        return List.copyOf(gangs.keySet());
    }

    private List<String> listQueues(List<Event> events) {
        queues.values()
                .forEach(queue -> events.add(new Event.QueueApplied(SOURCE, queue, at("queue/" + queue.name()))));
        return List.copyOf(queues.keySet());
    }

    private List<String> listPriorityClasses(List<Event> events) {
        priorityClasses.forEach(
                (name, value) -> events.add(new Event.PriorityClassApplied(SOURCE, name, value, at("class/" + name))));
        return List.copyOf(priorityClasses.keySet());
    }

    private List<String> listNodes(List<Event> events) {
        nodes.values().forEach(node -> events.add(new Event.NodeApplied(SOURCE, node, at("node/" + node.name()))));
        return List.copyOf(nodes.keySet());
    }

    private List<String> listPods(List<Event> events) {
        pods.values().forEach(pod -> events.add(new Event.PodObserved(SOURCE, pod.view(), at("pod/" + pod.uid))));
        return List.copyOf(pods.keySet());
    }

    private void tell(Action.Kind kind, Event event) {
        if (!lost.contains(kind)) {
            tell.accept(event);
        }
    }

    private long changed(String object) {
        versions.put(object, ++version);
        return version;
    }

    private long at(String object) {
        Long known = versions.get(object);
        return known == null ? 0 : known;
    }
}
