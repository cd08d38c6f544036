package dev.basalt.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.basalt.core.device.Device;
import dev.basalt.core.device.DeviceRequest;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.Event.PodView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A machine with a store and agents around it, driven by hand. {@link #step} hands in events and answers nothing;
 * {@link #settle} lets store, agents and pod controller answer until nothing moves. Every step checks the invariants.
 */
final class Rig {
    static final long GIB = 1L << 30;

    final FakeStore store = new FakeStore();
    final TreeMap<String, FakeAgent> agents = new TreeMap<>();
    final TreeMap<String, Long> pods = new TreeMap<>();
    /** Nodes whose agents hear nothing of what they are told. */
    final TreeSet<String> deaf = new TreeSet<>();
    /** Nodes on which every bind fails. */
    final TreeSet<String> bindFailures = new TreeSet<>();

    final List<Effect> sent = new ArrayList<>();
    final List<List<Effect>> steps = new ArrayList<>();
    SchedulerMachine machine = new SchedulerMachine(Policy.DEFAULT);
    long nowMillis = 1_000;
    private long version = 10;
    private long connections;
    final ArrayDeque<Effect> outgoing = new ArrayDeque<>();
    final List<Event> wire = new ArrayList<>();
    private final TreeMap<String, Event.NodeApplied> nodes = new TreeMap<>();
    private final TreeMap<String, List<Device>> devices = new TreeMap<>();

    /** A machine that leads, has seen empty lists, and has nodes of that many GPUs, named n1, n2 and so on. */
    static Rig withGpus(int... gpus) {
        return of(new SchedulerMachine(Policy.DEFAULT), gpus);
    }

    static Rig of(SchedulerMachine machine, int... gpus) {
        Rig rig = new Rig();
        rig.machine = machine;
        rig.lead(1);
        for (int node = 0; node < gpus.length; node++) {
            rig.join("n" + (node + 1), gpus[node]);
        }
        rig.settle();
        rig.sent.clear();
        return rig;
    }

    void lead(long epoch) {
        step(new Event.LeaseGained(epoch));
        for (Listed.Kind kind : Listed.Kind.values()) {
            list(kind, List.of());
        }
    }

    void list(Listed.Kind kind, Collection<String> names) {
        step(new Event.Listed("test", kind, List.copyOf(names), version));
    }

    /** A node and its agent come. */
    void join(String name, int gpus) {
        join(name, gpus, new FakeAgent(name));
    }

    void join(String name, int gpus, FakeAgent agent) {
        NodeSpec spec = node(name, NodeSpec.Admission.OPEN);
        List<Device> own = new ArrayList<>();
        for (int slot = 0; slot < gpus; slot++) {
            own.add(gpu(name + "-gpu" + slot));
        }
        devices.put(name, own);
        agents.put(name, agent);
        apply(spec);
        connect(name);
    }

    List<Effect> apply(NodeSpec spec) {
        Event.NodeApplied event = new Event.NodeApplied("test", spec, ++version);
        nodes.put(spec.name(), event);
        return step(event);
    }

    void connect(String name) {
        FakeAgent agent = agent(name);
        step(agent.hello(++connections), agent.inventory(devices.getOrDefault(name, List.of())));
    }

    FakeAgent agent(String name) {
        return Objects.requireNonNull(agents.get(name));
    }

    long nextVersion() {
        return ++version;
    }

    /** Hands events in, one step; what comes out waits in {@link #sent} and for {@link #settle}. */
    List<Effect> step(Event... events) {
        return step(Arrays.asList(events));
    }

    List<Effect> step(List<Event> events) {
        List<Effect> effects = machine.step(new Tick(nowMillis, nowMillis), events);
        assertThat(machine.violations()).isEmpty();
        sent.addAll(effects);
        steps.add(effects);
        for (Effect effect : effects) {
            if (effect instanceof Effect.Persist persist) {
                store.keep(persist);
            } else {
                outgoing.add(effect);
            }
        }
        return effects;
    }

    /** Lets everyone answer until nothing is left to answer. */
    void settle() {
        deliver(outgoing.size());
        while (!wire.isEmpty()) {
            List<Event> batch = new ArrayList<>(wire);
            wire.clear();
            step(batch);
            deliver(outgoing.size());
        }
    }

    /** Lets everyone answer until such an effect is sent, which nobody carries out yet. */
    void settleUntil(Class<? extends Effect> type) {
        while (sent(type).isEmpty()) {
            deliver(outgoing.size());
            List<Event> batch = List.copyOf(wire);
            wire.clear();
            step(batch);
        }
    }

    /** Carries out the oldest effects. */
    void deliver(int count) {
        for (int done = 0; done < count; done++) {
            answer(outgoing.remove());
        }
    }

    /** Time passes, with heartbeats of all connected agents each second. */
    void pass(long millis) {
        long end = nowMillis + millis;
        while (nowMillis < end) {
            nowMillis = Math.min(end, nowMillis + 1_000);
            List<Event> beats = new ArrayList<>();
            agents.values().stream().filter(agent -> agent.connected).forEach(agent -> beats.add(agent.heartbeat()));
            step(beats);
            settle();
        }
    }

    /** The process dies and starts anew with what its store holds; agents connect again. */
    void restart() {
        wire.clear();
        outgoing.clear();
        machine = new SchedulerMachine(Policy.DEFAULT);
        step(new Event.LeaseGained(store.epoch + 1));
        step(store.replay());
        list(Listed.Kind.GANGS, store.gangs.keySet());
        list(Listed.Kind.QUEUES, store.queues.keySet());
        list(Listed.Kind.PRIORITY_CLASSES, store.classes.keySet());
        nodes.values().forEach(this::step);
        list(Listed.Kind.NODES, nodes.keySet());
        pods.keySet().retainAll(store.placements.keySet());
        list(Listed.Kind.PODS, new TreeSet<>(store.placements.keySet()));
    }

    void reconnectAll() {
        agents.keySet().forEach(this::connect);
    }

    void submit(Gang gang) {
        step(new Event.GangApplied("test", gang, ++version));
    }

    void delete(String gangUid) {
        step(new Event.GangDeleted("test", gangUid, ++version));
    }

    GangView gang(String uid) {
        return Objects.requireNonNull(machine.view().gang(uid), uid);
    }

    Effect.GangStatus.Phase phase(String uid) {
        return gang(uid).spec().status().phase();
    }

    /** Where the member of that index is. */
    PlacementRecord placement(String gangUid, int index) {
        return Objects.requireNonNull(gang(gangUid).members().get(index).placement());
    }

    List<Grant> givingBack(String nodeName) {
        return Objects.requireNonNull(machine.view().node(nodeName)).givingBack();
    }

    /** Devices that live placements of a gang hold, sorted. */
    List<String> devicesOf(String gangUid) {
        return gang(gangUid).members().stream()
                .filter(member -> member.placement() != null)
                .map(member -> Objects.requireNonNull(member.placement()))
                .filter(placement -> placement.stage() != PlacementRecord.Stage.ENDED)
                .flatMap(placement -> placement.grants().stream())
                .map(grant -> grant.key().deviceUuid())
                .sorted()
                .toList();
    }

    <E extends Effect> List<E> sent(Class<E> type) {
        return sent.stream().filter(type::isInstance).map(type::cast).toList();
    }

    static NodeSpec node(String name, NodeSpec.Admission admission) {
        ResourceVector room = ResourceVector.of(ResourceVector.CPU, 64_000)
                .with(ResourceVector.MEMORY, 256 * GIB)
                .with(ResourceVector.PODS, 110);
        return new NodeSpec(name, "uid-" + name, new TreeMap<>(), List.of(), room, true, admission);
    }

    static Device gpu(String uuid) {
        return new Device(
                uuid,
                new Device.Kind.Whole(),
                "NVIDIA A100-SXM4-80GB",
                81_920,
                0,
                Device.DEFAULT_SPLIT_COUNT,
                0,
                "",
                new Device.Health.Healthy(),
                List.of(Device.Rung.SHIM));
    }

    /** A managed gang of one role, each member with that many whole GPUs; its UID is its name. */
    static Gang gang(String name, int minimum, int desired, int gpusEach) {
        return gang(
                name, Queue.DEFAULT, MemberGroup.role("worker", minimum, desired, pod(gpusEach)), PodOwnership.MANAGED);
    }

    /** A managed gang of one pod with one GPU in a queue. */
    static Gang gangOf(String queue, String name) {
        return gang(name, queue, MemberGroup.role("worker", 1, 1, pod(1)), PodOwnership.MANAGED);
    }

    /** A gang of given pods, each with one GPU, that needs all of them. */
    static Gang givenGang(String name, int members, PodOwnership ownership) {
        return gang(name, Queue.DEFAULT, MemberGroup.role("worker", members, members, pod(1)), ownership);
    }

    /** A managed gang of one pod with one GPU and the priority class {@code urgent}. */
    static Gang urgentGang(String name) {
        return gang(name, Queue.DEFAULT, "urgent", MemberGroup.role("worker", 1, 1, pod(1)), PodOwnership.MANAGED);
    }

    static Gang gang(String name, String queue, MemberGroup role, PodOwnership ownership) {
        return gang(name, queue, "", role, ownership);
    }

    private static Gang gang(
            String name, String queue, String priorityClass, MemberGroup role, PodOwnership ownership) {
        return new Gang(
                name,
                "test",
                name,
                "Job",
                queue,
                priorityClass,
                0,
                role.minimum(),
                List.of(role),
                ResourceVector.ZERO,
                0,
                0,
                ownership,
                "basalt");
    }

    private static PodTemplate pod(int gpus) {
        List<DeviceRequest> asks = gpus == 0 ? List.of() : List.of(DeviceRequest.whole(gpus));
        ResourceVector requests = ResourceVector.of(ResourceVector.CPU, 1_000);
        return PodTemplate.anywhere(List.of(
                new ContainerSpec("main", ContainerSpec.Phase.MAIN, requests, asks, ContainerSpec.Launch.NONE)));
    }

    static TaskId task(String gang, int index) {
        return new TaskId(gang, "worker", index);
    }

    static PodView pod(String uid, TaskId task) {
        return new PodView(
                uid, uid, task, "basalt", PodView.Phase.PENDING, false, "", ResourceVector.ZERO, List.of(), 0);
    }

    private void answer(Effect effect) {
        switch (effect) {
            case Effect.Persist persist -> {}
            case Effect.CreatePods create -> create.pods().forEach(this::create);
            case Effect.DeletePod delete -> {
                pods.remove(delete.podUid());
                wire.add(new Event.PodGone("test", delete.podUid(), ++version));
            }
            case Effect.RaiseEpoch raise -> wire.add(new Event.LeaseGained(raise.epoch()));
            case Effect.WelcomeAgent welcome -> tell(welcome.nodeName(), agent -> agent.welcomed(welcome));
            case Effect.SendGrants send -> tell(send.nodeName(), agent -> agent.accept(send.grants()));
            case Effect.CommitGrants commit -> tell(commit.nodeName(), agent -> agent.commit(commit));
            case Effect.WithdrawGrants withdraw -> tell(withdraw.nodeName(), agent -> agent.withdraw(withdraw));
            case Effect.Bind bind -> bind(bind);
            case Effect.Evict evict -> {
                tell(evict.nodeName(), agent -> List.of(new Event.EvictDone(evict.epoch(), evict.podUid())));
                tell(evict.nodeName(), agent -> agent.evict(evict.podUid()));
            }
            case Effect.RefuseAgent refuse -> {}
            case Effect.ReportStatus report -> {}
            case Effect.RecordDecision record -> {}
            case Effect.Mirror mirror -> {}
        }
    }

    private void bind(Effect.Bind bind) {
        if (bindFailures.contains(bind.nodeName())) {
            wire.add(new Event.BindFailed(
                    bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation(), "refused", true));
            return;
        }
        tell(
                bind.nodeName(),
                agent -> List.of(new Event.BindDone(bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation())));
        tell(bind.nodeName(), agent -> agent.run(bind));
    }

    /** The agent of a node does something, if it can be reached, and its answers come back. */
    private void tell(String node, Function<FakeAgent, List<Event>> what) {
        FakeAgent agent = agents.get(node);
        if (agent != null && agent.connected && !deaf.contains(node)) {
            wire.addAll(what.apply(agent));
        }
    }

    private void create(Effect.CreatePods.PodAsk ask) {
        String uid = ask.task().gangUid() + "-" + ask.task().index() + "." + ask.incarnation();
        Long known = pods.get(uid);
        long at = known == null ? ++version : known;
        pods.put(uid, at);
        wire.add(new Event.PodObserved("test", pod(uid, ask.task()), at));
    }
}
