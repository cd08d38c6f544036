package dev.basalt.loop;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the effects of a step: first stores everything in one batch, then sends the rest on their way, in order for each
 * node and in parallel between nodes. An effect that fails becomes an event.
 */
public final class EffectRunner {
    private static final Logger LOG = LoggerFactory.getLogger(EffectRunner.class);
    /** Lane of effects that concern no node. */
    private static final String NO_NODE = "";

    private final Ports ports;
    private final EventInbox inbox;
    private final Lanes lanes;

    /**
     * Who does what.
     *
     * @param store keeps changes and decisions
     * @param nodes welcomes and refuses agents, sends, commits and withdraws grants, binds and evicts
     * @param objects makes and removes pods, reports status, mirrors, and raises the epoch
     */
    public record Ports(StorePort store, EffectPort nodes, EffectPort objects) {}

    /** @param mostInFlight effects on their way before the loop waits, at least 1 */
    public EffectRunner(Ports ports, EventInbox inbox, int mostInFlight) {
        this.ports = ports;
        this.inbox = inbox;
        this.lanes = new Lanes(mostInFlight);
    }

    /**
     * Stores what a step decided.
     *
     * @return false when there was nothing to store
     * @throws RuntimeException when the store failed: nothing of the step may be done
     */
    boolean store(List<Effect> effects) {
        List<Effect.Persist.Change> changes = new ArrayList<>();
        List<Effect.Decision> decisions = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Persist persist) {
                changes.addAll(persist.changes());
            } else if (effect instanceof Effect.RecordDecision recorded) {
                decisions.add(recorded.decision());
            }
        }
        if (changes.isEmpty() && decisions.isEmpty()) {
            return false;
        }
        ports.store().write(changes, decisions);
        return true;
    }

    /** Sends everything of a step that is not stored on its way; waits while too much is. */
    void send(List<Effect> effects) throws InterruptedException {
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Persist stored -> {}
                case Effect.RecordDecision stored -> {}
                case Effect.WelcomeAgent welcome -> toNode(welcome.nodeName(), welcome);
                case Effect.RefuseAgent refuse -> toNode(refuse.nodeName(), refuse);
                case Effect.SendGrants send -> toNode(send.nodeName(), send);
                case Effect.CommitGrants commit -> toNode(commit.nodeName(), commit);
                case Effect.WithdrawGrants withdraw -> toNode(withdraw.nodeName(), withdraw);
                case Effect.Bind bind -> toNode(bind.nodeName(), bind);
                case Effect.Evict evict -> toNode(evict.nodeName(), evict);
                case Effect.CreatePods create -> toObjects(create);
                case Effect.DeletePod delete -> toObjects(delete);
                case Effect.ReportStatus report -> toObjects(report);
                case Effect.RaiseEpoch raise -> toObjects(raise);
                case Effect.Mirror mirror -> toObjects(mirror);
            }
        }
    }

    /** Waits until nothing is on its way; false when that took longer than {@code timeoutMillis}. */
    public boolean drain(long timeoutMillis) throws InterruptedException {
        return lanes.drain(timeoutMillis);
    }

    /** Effects on their way. */
    public int inFlight() {
        return lanes.inFlight();
    }

    private void toNode(String nodeName, Effect effect) throws InterruptedException {
        lanes.run(nodeName, () -> attempt(ports.nodes(), effect));
    }

    private void toObjects(Effect effect) throws InterruptedException {
        lanes.run(NO_NODE, () -> attempt(ports.objects(), effect));
    }

    private void attempt(EffectPort port, Effect effect) {
        try {
            port.run(effect);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (Exception failure) {
            failed(effect, failure);
        }
    }

    private void failed(Effect effect, Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (effect instanceof Effect.Bind bind) {
            inbox.putResult(new Event.BindFailed(
                    bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation(), message, true));
        } else if (effect instanceof Effect.Evict evict) {
            inbox.putResult(new Event.EvictFailed(evict.epoch(), evict.podUid(), message));
        } else {
            // Deadlines, hellos and the next change of status make up for the others.
            LOG.warn("effect {} failed: {}", effect.getClass().getSimpleName(), message, failure);
        }
    }
}
