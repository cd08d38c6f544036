package dev.basalt.core.machine.state;

import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.Tick;
import dev.basalt.core.machine.members.GangBook;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.members.PodBook;
import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import dev.basalt.core.snapshot.ClusterColumns;
import dev.basalt.core.snapshot.ClusterSnapshot;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;

/**
 * Everything the machine knows, book by book. What concerns several books at once (the columns, the ledger, whether
 * planning must wake) is done here, in {@link NodeBook} and in {@link Room}, so that they stay in step. Decides
 * nothing.
 */
public final class ClusterState {
    private final ClusterColumns columns = new ClusterColumns();
    private final EnumMap<Listed.Kind, ObjectVersions> versions = new EnumMap<>(Listed.Kind.class);
    private final Wake wake = new Wake();
    private final LedgerChanges ledger = new LedgerChanges();
    private final Deadlines deadlines = new Deadlines();
    private final DecisionLog decisions = new DecisionLog();
    private final ReplayGate gate = new ReplayGate();
    private final Outbox outbox = new Outbox();
    private final RefusedObjects refusedObjects = new RefusedObjects();
    private final NodeBook nodes = new NodeBook(columns, wake);
    private final QueueBook queues = new QueueBook();
    private final PodBook pods = new PodBook();
    private final GangBook gangs = new GangBook();
    private final Room room = new Room(columns, gangs, wake, ledger, deadlines);
    private Policy policy;
    private Tick now = new Tick(0, 0);
    private long generation;
    private long staleEvents;
    private long domainsVersion = Long.MIN_VALUE;
    private long policyVersion = Long.MIN_VALUE;

    public ClusterState(Policy policy) {
        this.policy = policy;
        for (Listed.Kind kind : Listed.Kind.values()) {
            versions.put(kind, new ObjectVersions());
        }
        queues.queues().forEach(columns::putQueue);
    }

    /** Sets the time of this step. Time never goes back. */
    public void begin(Tick tick) {
        now = new Tick(Math.max(now.nowMillis(), tick.nowMillis()), tick.wallMillis());
        decisions.at(now);
    }

    public Tick tick() {
        return now;
    }

    public long nowMillis() {
        return now.nowMillis();
    }

    public Policy policy() {
        return policy;
    }

    /** Takes a policy; false when a newer one is known. */
    public boolean putPolicy(Policy newPolicy, long version) {
        if (version <= policyVersion) {
            return false;
        }
        policyVersion = version;
        policy = newPolicy;
        wake.clusterChanged();
        return true;
    }

    public ReplayGate gate() {
        return gate;
    }

    public ObjectVersions versions(Listed.Kind kind) {
        return Objects.requireNonNull(versions.get(kind));
    }

    public NodeBook nodes() {
        return nodes;
    }

    public PodBook pods() {
        return pods;
    }

    public GangBook gangs() {
        return gangs;
    }

    public QueueBook queues() {
        return queues;
    }

    public Room room() {
        return room;
    }

    public Deadlines deadlines() {
        return deadlines;
    }

    public Wake wake() {
        return wake;
    }

    public LedgerChanges ledger() {
        return ledger;
    }

    public DecisionLog decisions() {
        return decisions;
    }

    public Outbox outbox() {
        return outbox;
    }

    public RefusedObjects refusedObjects() {
        return refusedObjects;
    }

    public ClusterSnapshot snapshot() {
        return columns.snapshot();
    }

    /** Adds a gang or takes its changed specification. */
    public GangState applyGang(Gang gang, long version) {
        GangState state = gangs.apply(gang, version);
        ledger.gang(gang.uid());
        room.recharge(state);
        return state;
    }

    /** Takes a gang from the ledger. */
    public GangState restoreGang(GangRecord record) {
        GangState state = gangs.restore(record);
        state.stored();
        return state;
    }

    /** A gang's record changed in itself. */
    public void gangChanged(GangState gang) {
        ledger.gang(gang.uid());
        gangs.touch(gang.uid());
    }

    /** Forgets a gang of which nothing is placed any more. */
    public void removeGang(String gangUid) {
        gangs.remove(gangUid);
        ledger.gang(gangUid);
        deadlines.disarm(Deadlines.Kind.GANG, gangUid);
        wake.roomFreed();
    }

    public void putQueue(Queue queue) {
        queues.put(queue);
        columns.putQueue(queue);
        ledger.queue(queue.name());
        wake.clusterChanged();
    }

    public void removeQueue(String queueName) {
        columns.removeQueue(queueName);
        queues.remove(queueName).forEach(columns::putQueue);
        ledger.queue(queueName);
        wake.clusterChanged();
    }

    public void putPriorityClass(String name, int value) {
        queues.putClass(name, value);
        ledger.priorityClass(name);
        touchClass(name);
    }

    public void removePriorityClass(String name) {
        queues.removeClass(name);
        ledger.priorityClass(name);
        touchClass(name);
    }

    /** Priority of a gang: its class's value, or its own while it names none or one that does not exist. */
    public int priority(Gang gang) {
        return queues.priority(gang.priorityClass(), gang.priority());
    }

    /** Takes all topology domains; false when newer ones are known. */
    public boolean putDomains(List<Domain> domains, long version) {
        if (version <= domainsVersion) {
            return false;
        }
        domainsVersion = version;
        columns.putDomains(domains);
        wake.clusterChanged();
        return true;
    }

    /** A node's agent lives. */
    public void spoke(NodeEntry node) {
        if (node.spoke(nowMillis())) {
            nodes.changed(node);
            watch(node);
        }
    }

    /** Looks at the node's silence when it would be too long. */
    public void watch(NodeEntry node) {
        deadlines.arm(Deadlines.Kind.NODE_SILENCE, node.name(), node.lastHeardMillis() + policy.nodeSilentMillis());
    }

    /** Forgets a node whose placements are all over. */
    public void removeNode(String nodeName) {
        nodes.remove(nodeName);
        deadlines.disarm(Deadlines.Kind.NODE_SILENCE, nodeName);
        deadlines.disarm(Deadlines.Kind.NODE_GIVES_BACK, nodeName);
    }

    /** Generation for the grants of one planning pass; higher than any before, over restarts as well. */
    public long nextGeneration() {
        return ++generation;
    }

    public long generation() {
        return generation;
    }

    /** Numbers that go on after a restart. */
    public Counters counters() {
        return new Counters(decisions.lastId(), generation, gangs.lastArrival());
    }

    public void continueFrom(Counters counters) {
        decisions.continueFrom(counters.decision());
        generation = Math.max(generation, counters.generation());
        gangs.arrivedUpTo(counters.arrival());
    }

    /** An event was ignored because something newer is known. */
    public void ignored() {
        staleEvents++;
    }

    public long staleEvents() {
        return staleEvents;
    }

    private void touchClass(String className) {
        for (GangState gang : gangs.all()) {
            if (gang.gang().priorityClass().equals(className)) {
                gangs.touch(gang.uid());
            }
        }
    }
}
