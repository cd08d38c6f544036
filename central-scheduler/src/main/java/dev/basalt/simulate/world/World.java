package dev.basalt.simulate.world;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.NodeSpec;
import dev.basalt.core.model.TaskId;
import dev.basalt.simulate.scenario.Action;
import dev.basalt.simulate.scenario.Machine;
import dev.basalt.simulate.scenario.Scenario;
import dev.basalt.simulate.scenario.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The world of one scenario in virtual time. Events of one moment reach the core as one step; its effects come back as
 * events after a latency. Same scenario and seed, same story.
 */
public final class World {
    private static final long TICK_MILLIS = 1_000;
    private static final long HEARTBEAT_MILLIS = 3_000;
    private static final long WALL_START_MILLIS = 1_767_225_600_000L; // 2026-01-01T00:00:00Z

    private final Scenario scenario;
    private final Agenda agenda;
    private final VirtualApi api;
    private final VirtualLedger ledger = new VirtualLedger();
    private final Chronicle chronicle = new Chronicle();
    private final TreeMap<String, VirtualAgent> agents = new TreeMap<>();
    private final TreeMap<String, Workload> workloads = new TreeMap<>();
    private final TreeMap<String, TaskId> tasks = new TreeMap<>();
    private final PodLife podLife;
    private final EffectPlayer effectPlayer;
    private final ActionPlayer actionPlayer;
    private final List<Event> inbox = new ArrayList<>();
    private final WorldCheck check;
    private SchedulerMachine machine;
    private long epoch = 1;
    private boolean tickDue;

    public World(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.agenda = new Agenda(seed);
        this.api = new VirtualApi(scenario.domains(), this::deliver, this::remember);
        this.machine = new SchedulerMachine(scenario.policy());
        this.podLife = new PodLife(this);
        this.effectPlayer = new EffectPlayer(this);
        this.actionPlayer = new ActionPlayer(this);
        this.check = new WorldCheck(this);
        begin();
    }

    /** Plays everything up to and including a time. */
    public void playUntil(long untilMillis) {
        while (agenda.nextMillis() <= untilMillis) {
            playMoment();
        }
    }

    /** Plays until nothing but heartbeats happens for {@code quietMillis}, or until {@code limitMillis}. */
    public void playToEnd(long quietMillis, long limitMillis) {
        long quietSince = agenda.nowMillis();
        while (agenda.nextMillis() <= limitMillis && agenda.nextMillis() - quietSince <= quietMillis) {
            boolean busy = agenda.hasLasting();
            playMoment();
            if (busy) {
                quietSince = agenda.nowMillis();
            }
        }
    }

    public long nowMillis() {
        return agenda.nowMillis();
    }

    public Chronicle chronicle() {
        return chronicle;
    }

    /** What the core says of itself. */
    public PublishedView view() {
        return machine.view();
    }

    /** Running digest of the core's effects since its last start. */
    public long effectDigest() {
        return machine.effectDigest();
    }

    Scenario scenario() {
        return scenario;
    }

    Agenda agenda() {
        return agenda;
    }

    VirtualApi api() {
        return api;
    }

    VirtualLedger ledger() {
        return ledger;
    }

    PodLife podLife() {
        return podLife;
    }

    EffectPlayer effectPlayer() {
        return effectPlayer;
    }

    SortedMap<String, VirtualAgent> agents() {
        return agents;
    }

    SortedMap<String, Workload> workloads() {
        return workloads;
    }

    long epoch() {
        return epoch;
    }

    /** Hands an event to the core with the others of this moment. */
    void deliver(Event event) {
        inbox.add(event);
    }

    void record(String what, String job, String pod, String node, String detail) {
        chronicle.add(new Chronicle.Entry(agenda.nowMillis(), what, job, pod, node, detail));
    }

    void addMachine(Machine added) {
        api.putNode(added.spec());
        if (added.agent()) {
            VirtualAgent agent = new VirtualAgent(added.name(), added.devices(), added.links());
            agents.put(added.name(), agent);
            agenda.inOrder("from " + agent.nodeName(), () -> connect(agent));
        }
    }

    void connect(VirtualAgent agent) {
        if (!agent.silent() && agents.get(agent.nodeName()) == agent) {
            agent.connect().forEach(this::deliver);
        }
    }

    /** A new process leads: a higher epoch, what the store kept, then lists as they arrive. */
    void restart(long replayDelayMillis, boolean storeLost) {
        machine = new SchedulerMachine(scenario.policy());
        inbox.clear();
        epoch++;
        record("restarted", "", "", "", "epoch=" + epoch);
        if (storeLost) {
            ledger.lose();
        }
        lead(replayDelayMillis);
        agents.values().forEach(agent -> agenda.inOrder("from " + agent.nodeName(), () -> connect(agent)));
    }

    /** The core asked for a higher epoch, because an agent had seen one. */
    void raiseEpoch(long to) {
        epoch = Math.max(epoch, to);
        deliver(new Event.LeaseGained(epoch));
        agents.values().forEach(agent -> agenda.inOrder("from " + agent.nodeName(), () -> connect(agent)));
    }

    private void begin() {
        scenario.priorityClasses().forEach(api::putPriorityClass);
        scenario.queues().forEach(api::putQueue);
        scenario.nodes().forEach(this::addMachine);
        inbox.clear();
        lead(0);
        schedulePeriodic();
        actionPlayer.schedule(scenario.timeline());
    }

    private void lead(long podDelayMillis) {
        deliver(new Event.LeaseGained(epoch));
        ledger.replay().forEach(this::deliver);
        api.tellDomains();
        for (Action.Kind kind : Action.Kind.values()) {
            if (kind != Action.Kind.PODS) {
                api.list(kind);
            }
        }
        if (podDelayMillis == 0) {
            api.list(Action.Kind.PODS);
        } else {
            api.lose(Action.Kind.PODS);
            agenda.at(agenda.nowMillis() + podDelayMillis, () -> api.list(Action.Kind.PODS));
        }
    }

    private void schedulePeriodic() {
        agenda.periodicAt(agenda.nowMillis() + TICK_MILLIS, this::tick);
        agenda.periodicAt(agenda.nowMillis() + HEARTBEAT_MILLIS, this::heartbeats);
    }

    private void tick() {
        tickDue = true;
        agenda.periodicAt(agenda.nowMillis() + TICK_MILLIS, this::tick);
    }

    private void heartbeats() {
        for (VirtualAgent agent : agents.values()) {
            if (!agent.silent()) {
                deliver(agent.heartbeat());
            }
        }
        agenda.periodicAt(agenda.nowMillis() + HEARTBEAT_MILLIS, this::heartbeats);
    }

    private void playMoment() {
        long moment = agenda.nextMillis();
        while (agenda.nextMillis() == moment) {
            agenda.next().run();
        }
        if (inbox.isEmpty() && !tickDue) {
            return;
        }
        tickDue = false;
        List<Event> events = List.copyOf(inbox);
        inbox.clear();
        List<Effect> effects = machine.step(new Tick(moment, WALL_START_MILLIS + moment), events);
        effects.forEach(effectPlayer::play);
        check.check();
    }

    /** The slot a pod fills or filled; null for pods of others. */
    @Nullable
    TaskId taskOf(String podUid) {
        return tasks.get(podUid);
    }

    void remember(String podUid, TaskId task) {
        tasks.put(podUid, task);
    }

    /** The spec of a node, or null when it left. */
    @Nullable
    NodeSpec node(String name) {
        return api.node(name);
    }
}
