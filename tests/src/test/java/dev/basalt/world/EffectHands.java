package dev.basalt.world;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.simulate.world.VirtualPod;
import java.util.List;

/** Does effects as the runner and the adapters would, and fails as they would. */
final class EffectHands {
    private static final int BIND_FAILS_PERCENT = 5;
    private static final int ANSWER_LOST_PERCENT = 3;

    private final FaultyWorld world;
    private int crashAfter = -1;

    EffectHands(FaultyWorld world) {
        this.world = world;
    }

    /** The process will die in its next step that does anything: after that many of its effects. */
    void crashAfter(int effects) {
        crashAfter = effects;
    }

    /** Stores first; then the rest, or only the first few of them before the process dies. Returns what was done. */
    List<Effect> doAll(List<Effect> effects) {
        int done = 0;
        for (Effect effect : effects) {
            if (crashAfter >= 0 && done >= crashAfter) {
                crashAfter = -1;
                world.restartScheduler();
                return List.of();
            }
            play(effect);
            done++;
        }
        return effects;
    }

    private void play(Effect effect) {
        switch (effect) {
            case Effect.Persist persist -> world.ledger.keep(persist);
            case Effect.WelcomeAgent welcome -> world.nodes.welcome(welcome);
            case Effect.SendGrants send -> world.nodes.send(send);
            case Effect.CommitGrants commit -> world.nodes.commit(commit);
            case Effect.WithdrawGrants withdraw -> world.nodes.withdraw(withdraw);
            case Effect.CreatePods create -> world.agenda.soon(() -> world.api.createPods(create));
            case Effect.Bind bind -> world.agenda.soon(() -> bind(bind));
            case Effect.Evict evict -> world.agenda.soon(() -> evict(evict));
            case Effect.DeletePod delete -> world.agenda.soon(() -> delete(delete.podUid()));
            case Effect.RaiseEpoch raise -> world.agenda.soon(() -> world.raiseEpoch(raise.epoch()));
            case Effect.RefuseAgent refuse -> {}
            case Effect.ReportStatus status -> {}
            case Effect.RecordDecision decision -> {}
            case Effect.Mirror mirror -> {}
        }
    }

    private void bind(Effect.Bind bind) {
        VirtualPod pod = world.api.pod(bind.podUid());
        if (bind.epoch() < world.epoch()) {
            return; // the admission policy refuses it, and its sender is no more
        }
        if (pod == null || pod.terminating) {
            answer(failed(bind, "no such pod", false));
        } else if (pod.bound()) {
            answer(pod.nodeName.equals(bind.nodeName()) ? done(bind) : failed(bind, "bound elsewhere", false));
        } else if (!world.peace() && world.luck.percent(BIND_FAILS_PERCENT)) {
            answer(failed(bind, "conflict", true));
        } else {
            world.api.bind(pod, bind.nodeName(), bind.grants());
            world.pods.startSoon(pod);
            boolean lost = !world.peace() && world.luck.percent(ANSWER_LOST_PERCENT);
            answer(lost ? failed(bind, "timed out", true) : done(bind));
        }
    }

    private void evict(Effect.Evict evict) {
        VirtualPod pod = world.api.pod(evict.podUid());
        if (evict.epoch() < world.epoch()) {
            return;
        }
        if (pod == null) {
            answer(new Event.EvictFailed(evict.epoch(), evict.podUid(), "no such pod"));
        } else if (!world.peace() && world.luck.percent(BIND_FAILS_PERCENT)) {
            answer(new Event.EvictFailed(evict.epoch(), evict.podUid(), "too many requests"));
        } else {
            answer(new Event.EvictDone(evict.epoch(), evict.podUid()));
            world.pods.stop(pod);
        }
    }

    private void delete(String podUid) {
        VirtualPod pod = world.api.pod(podUid);
        if (pod != null && !pod.bound()) {
            world.pods.remove(pod);
        }
    }

    private void answer(Event event) {
        world.agenda.soon(() -> world.put(event));
    }

    private static Event done(Effect.Bind bind) {
        return new Event.BindDone(bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation());
    }

    private static Event failed(Effect.Bind bind, String message, boolean retryable) {
        return new Event.BindFailed(
                bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation(), message, retryable);
    }
}
