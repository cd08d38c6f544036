package dev.basalt.core.machine;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.machine.ingest.Ingest;
import dev.basalt.core.machine.life.GangLife;
import dev.basalt.core.machine.life.GiveBackLife;
import dev.basalt.core.machine.life.Planning;
import dev.basalt.core.machine.life.Statuses;
import dev.basalt.core.machine.members.GangState;
import dev.basalt.core.machine.state.ClusterState;
import dev.basalt.core.machine.state.Deadlines.Subject;
import dev.basalt.core.model.Policy;
import dev.basalt.core.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The whole scheduler without the outside: events in, effects out. The same events and ticks give the same effects, bit
 * for bit. For one thread.
 *
 * <p>A step goes in one direction: events and deadlines change what is known and mark the gangs they concern; rules
 * look at those gangs; the planner is asked if something changed that may help one that waits; what came of it is
 * looked at once more; then statuses, records and effects leave together. Costs follow what changed, not the size of
 * the cluster.
 */
public final class SchedulerMachine {
    /** Looks at gangs until nothing moves; a gang needs two or three, so more than this is left to the next step. */
    private static final int ROUNDS = 8;

    private final ClusterState state;
    private final Ingest ingest;
    private final GangLife life;
    private final GiveBackLife giveBacks;
    private final Planning planning;
    private final Statuses statuses;
    private final LedgerWriter ledger;
    private final Views views;
    private final EffectDigest digest = new EffectDigest();
    private boolean opened;

    public SchedulerMachine(Policy policy) {
        this(policy, (inForce, snapshot, demands) -> new Planner(inForce).plan(snapshot, demands));
    }

    /** A machine whose plans are made otherwise. */
    SchedulerMachine(Policy policy, Planning.Maker maker) {
        state = new ClusterState(policy);
        ingest = new Ingest(state);
        life = new GangLife(state);
        giveBacks = new GiveBackLife(state);
        planning = new Planning(state, maker);
        statuses = new Statuses(state);
        ledger = new LedgerWriter(state);
        views = new Views(state);
    }

    /**
     * Takes in what happened and decides.
     *
     * @param tick time of this step; never before the one of the last step
     * @param events what happened since, in the order it became known; may be empty
     * @return what to do, in the order {@link Effect} describes
     * @throws IllegalStateException when the machine's own state contradicts itself: stop leading and start afresh
     */
    public List<Effect> step(Tick tick, List<Event> events) {
        state.begin(tick);
        events.forEach(ingest::take);
        followGate();
        TreeMap<String, GangState> looked = new TreeMap<>();
        keepDeadlines();
        if (opened) {
            look(looked);
            planning.run();
            look(looked);
            keepDeadlines();
        }
        List<Effect> effects = leave(looked);
        effects.forEach(digest::add);
        return effects;
    }

    /** The state after the last step. Costs follow what changed; call it on the thread that steps. */
    public PublishedView view() {
        return views.make();
    }

    /** Digest of all effects so far; equal for equal runs. */
    public long effectDigest() {
        return digest.value();
    }

    /** When a step is needed though no event comes, on the scheduler's clock; {@link Long#MAX_VALUE} when never. */
    public long nextDeadlineMillis() {
        return state.deadlines().nextMillis();
    }

    /** Everything in the state that must never be, each in a sentence; empty when all is well. Costs a full pass. */
    public List<String> violations() {
        return StateCheck.violations(state);
    }

    private void followGate() {
        boolean open = state.gate().isOpen();
        if (open && !opened) {
            ingest.open();
        }
        if (open != opened || !open) {
            views.allChanged();
        }
        opened = open;
    }

    private void keepDeadlines() {
        for (Subject subject : state.deadlines().due(state.nowMillis())) {
            switch (subject.kind()) {
                case GANG -> state.gangs().touch(subject.name());
                case NODE_SILENCE -> ingest.checkSilence(subject.name());
                case NODE_GIVES_BACK -> giveBacks.ask(subject.name());
            }
        }
    }

    private void look(SortedMap<String, GangState> looked) {
        TreeMap<String, GangState> changed = new TreeMap<>();
        for (int round = 0; round < ROUNDS && state.gangs().hasTouched(); round++) {
            for (GangState gang : state.gangs().takeTouched()) {
                changed.put(gang.uid(), gang);
                life.look(gang);
            }
        }
        changed.values().forEach(planning::refresh);
        looked.putAll(changed);
    }

    private List<Effect> leave(SortedMap<String, GangState> looked) {
        List<Effect> reports = new ArrayList<>();
        long epoch = state.gate().epoch();
        for (GangState gang : looked.values()) {
            if (state.gangs().of(gang.uid()) == gang && statuses.refresh(gang)) {
                GangStatus status = gang.status();
                reports.add(new Effect.ReportStatus(epoch, gang.uid(), status));
            }
            views.changed(gang);
        }
        state.decisions().takeFresh().forEach(decision -> reports.add(new Effect.RecordDecision(epoch, decision)));
        List<Effect> effects = new ArrayList<>();
        if (!state.gate().isLeading()) {
            state.outbox().clear();
            return effects;
        }
        Persist persist = ledger.write();
        if (persist != null) {
            effects.add(persist);
        }
        effects.addAll(state.outbox().take(epoch, state.policy().acceptMillis() + Limits.BIND_MILLIS));
        effects.addAll(reports);
        return effects;
    }
}
