package dev.basalt.world;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.TaskId;
import dev.basalt.loop.EventInbox;
import dev.basalt.simulate.scenario.Action;
import dev.basalt.simulate.world.Agenda;
import dev.basalt.simulate.world.VirtualApi;
import dev.basalt.simulate.world.VirtualLedger;
import dev.basalt.world.check.Check;
import dev.basalt.world.check.Checks;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One world from one seed: first faults of every kind, then peace, in which everything that fits must be placed. Checks
 * run after every step and throw on the first broken rule.
 */
public final class FaultyWorld {
    /** Faults end here. */
    static final long PEACE_MILLIS = 150_000;
    /** Everything must have settled here. */
    static final long END_MILLIS = 420_000;

    private static final int INBOX_CAPACITY = 1_000_000;
    private static final int STEP_EVENTS_MAX = 10_000;
    private static final long WALL_START_MILLIS = 1_767_225_600_000L; // 2026-01-01T00:00:00Z

    final Luck luck;
    final Agenda agenda;
    final VirtualApi api;
    final VirtualLedger ledger = new VirtualLedger();
    final WorldSpec spec;
    final TreeMap<String, FaultyAgent> agents = new TreeMap<>();
    final TreeMap<String, WorldSpec.Job> jobs = new TreeMap<>();
    final Wire events;
    final Wire agentWire;
    final Nodes nodes;
    final Pods pods;
    final EffectHands hands;
    private final TreeMap<String, TaskId> tasks = new TreeMap<>();
    private final Checks checks;
    private EventInbox inbox = new EventInbox(INBOX_CAPACITY);
    private SchedulerMachine machine = new SchedulerMachine(Policy.DEFAULT);
    private long epoch = 1;
    private long digest;
    private boolean peace;

    public FaultyWorld(long seed) {
        luck = new Luck(seed);
        agenda = new Agenda(0);
        spec = WorldSpec.draw(luck);
        events = new Wire(agenda, luck, new Wire.Rates(2, 5, 15));
        agentWire = new Wire(agenda, luck, new Wire.Rates(3, 5, 10));
        api = new VirtualApi(List.of(), event -> events.send(() -> put(event)), tasks::put);
        nodes = new Nodes(this);
        pods = new Pods(this);
        hands = new EffectHands(this);
        checks = new Checks(this);
        begin();
    }

    /** Plays to the end and checks all that must hold there. Returns a digest of every effect. */
    public long play() {
        while (agenda.nextMillis() <= END_MILLIS) {
            playMoment();
        }
        checks.atEnd();
        return digest;
    }

    public PublishedView view() {
        return machine.view();
    }

    public SortedMap<String, FaultyAgent> agents() {
        return agents;
    }

    public VirtualApi api() {
        return api;
    }

    public VirtualLedger ledger() {
        return ledger;
    }

    public long nowMillis() {
        return agenda.nowMillis();
    }

    public boolean peace() {
        return peace;
    }

    /** The slot of a pod, also after it is gone; null for pods of others. */
    public @Nullable TaskId taskOf(String podUid) {
        return tasks.get(podUid);
    }

    long epoch() {
        return epoch;
    }

    /** Hands an event to the present scheduler process. */
    void put(Event event) {
        inbox.putResult(event);
        checks.onEvent(event);
    }

    /** The process dies and another one takes over: what was on the way to it is gone. */
    void restartScheduler() {
        machine = new SchedulerMachine(Policy.DEFAULT);
        inbox.close();
        inbox = new EventInbox(INBOX_CAPACITY);
        epoch++;
        lead();
    }

    void raiseEpoch(long to) {
        epoch = Math.max(epoch + 1, to);
        put(new Event.LeaseGained(epoch));
        nodes.reconnectAll();
    }

    private void begin() {
        spec.queues().forEach(api::putQueue);
        for (WorldSpec.Node node : spec.nodes()) {
            api.putNode(node.spec());
            agents.put(node.spec().name(), new FaultyAgent(node.spec().name(), node.devices(), node.links()));
        }
        for (WorldSpec.Job job : spec.jobs()) {
            jobs.put(job.gang().uid(), job);
            agenda.at(job.atMillis(), () -> pods.submit(job));
        }
        lead();
        nodes.begin();
        new Faults(this).schedule();
        agenda.at(PEACE_MILLIS, this::makePeace);
        agenda.periodicAt(1_000, this::tick);
    }

    private void lead() {
        checks.onLead();
        put(new Event.LeaseGained(epoch));
        ledger.replay().forEach(this::put);
        for (Action.Kind kind : Action.Kind.values()) {
            agenda.at(agenda.nowMillis() + (peace ? 10 : luck.between(10, 4_000)), () -> listNow(kind));
        }
        nodes.reconnectAll();
    }

    /** A list never passes by the faulty wire: a client that misses part of one asks again. */
    void listNow(Action.Kind kind) {
        VirtualApi.Listing listing = api.listing(kind);
        listing.events().forEach(this::put);
    }

    private void makePeace() {
        peace = true;
        events.heal();
        agentWire.heal();
        nodes.restoreAll();
        agenda.at(agenda.nowMillis() + 5_000, () -> {
            for (Action.Kind kind : Action.Kind.values()) {
                listNow(kind);
            }
            nodes.reconnectAll();
        });
    }

    private void tick() {
        nodes.settle();
        step(true);
        agenda.periodicAt(agenda.nowMillis() + 1_000, this::tick);
    }

    private void playMoment() {
        long moment = agenda.nextMillis();
        while (agenda.nextMillis() == moment) {
            agenda.next().run();
        }
        if (inbox.size() > 0) {
            step(false);
        }
    }

    private void step(boolean evenIdle) {
        List<Event> batch = take();
        if (batch.isEmpty() && !evenIdle) {
            return;
        }
        Tick tick = new Tick(agenda.nowMillis(), WALL_START_MILLIS + agenda.nowMillis());
        long before = machine.effectDigest();
        List<Effect> effects = machine.step(tick, batch);
        digest = digest * 31 + (machine.effectDigest() ^ before);
        checks.afterStep(hands.doAll(effects));
    }

    private List<Event> take() {
        try {
            return inbox.take(STEP_EVENTS_MAX, 0).events();
        } catch (InterruptedException e) {
            throw new IllegalStateException("one thread plays a world, and nobody interrupts it", e);
        }
    }

    /** All checks of a world, in the order they run. */
    public List<Check> checkList() {
        return checks.list();
    }
}
