package dev.basalt.simulate.world;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.simulate.scenario.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does what the core asks for, in this world, and answers as the outside would. */
final class EffectPlayer {
    private final World world;
    private final List<Fault> bindFaults = new ArrayList<>();
    private final List<Fault> grantFaults = new ArrayList<>();

    EffectPlayer(World world) {
        this.world = world;
    }

    void failBinds(Action.FailBinds faults) {
        bindFaults.add(new Fault(faults.job(), faults.node(), faults.count(), faults.retryable()));
    }

    void refuseGrants(Action.RefuseGrants faults) {
        grantFaults.add(new Fault("", faults.node(), faults.count(), true));
    }

    void play(Effect effect) {
        switch (effect) {
            case Effect.Persist persist -> world.ledger().keep(persist);
            case Effect.WelcomeAgent welcome -> toAgent(welcome.nodeName(), agent -> agent.welcome(welcome));
            case Effect.SendGrants send -> playSend(send);
            case Effect.CommitGrants commit ->
                toAgent(commit.nodeName(), agent -> {
                    agent.commit(commit);
                    return List.of();
                });
            case Effect.WithdrawGrants withdraw -> toAgent(withdraw.nodeName(), agent -> agent.withdraw(withdraw));
            case Effect.CreatePods create ->
                world.agenda().soon(() -> world.api().createPods(create));
            case Effect.Bind bind -> toApi(bind.podUid(), () -> playBind(bind));
            case Effect.Evict evict -> toApi(evict.podUid(), () -> playEvict(evict));
            case Effect.DeletePod delete -> toApi(delete.podUid(), () -> playDelete(delete));
            case Effect.RaiseEpoch raise -> world.agenda().soon(() -> world.raiseEpoch(raise.epoch()));
            case Effect.RefuseAgent refuse -> world.record("agent-refused", "", "", refuse.nodeName(), refuse.reason());
            case Effect.ReportStatus status -> {}
            case Effect.RecordDecision decision -> {}
            case Effect.Mirror mirror -> {}
        }
    }

    private void playSend(Effect.SendGrants send) {
        Fault fault = take(grantFaults, "", send.nodeName());
        if (fault != null) {
            toAgent(send.nodeName(), agent -> agent.refuse(send, "refused by the scenario"));
            return;
        }
        toAgent(send.nodeName(), agent -> agent.send(send));
        VirtualAgent agent = world.agents().get(send.nodeName());
        if (agent != null) {
            world.agenda()
                    .at(
                            world.nowMillis() + send.deadlineMillis(),
                            () -> world.podLife().report(agent, agent.expire(send.grants())));
        }
    }

    private void toAgent(String nodeName, Function<VirtualAgent, List<Event.GrantsReported.GrantReport>> work) {
        world.agenda().inOrder("to " + nodeName, () -> {
            VirtualAgent agent = world.agents().get(nodeName);
            if (agent != null && !agent.silent()) {
                world.podLife().report(agent, work.apply(agent));
            }
        });
    }

    private void toApi(String podUid, Runnable work) {
        world.agenda().inOrder("api " + podUid, work);
    }

    private void playBind(Effect.Bind bind) {
        VirtualPod pod = world.api().pod(bind.podUid());
        if (pod == null || pod.terminating || world.node(bind.nodeName()) == null) {
            world.deliver(failed(bind, "pod or node is gone", pod != null && !pod.terminating));
            return;
        }
        if (bind.epoch() < world.epoch()) {
            return; // the admission policy refuses an older epoch, and its sender leads no more
        }
        if (pod.bound()) {
            boolean same = pod.nodeName.equals(bind.nodeName());
            world.deliver(same ? done(bind) : failed(bind, "pod is bound elsewhere", false));
            return;
        }
        Fault fault = take(bindFaults, bind.gangUid(), bind.nodeName());
        if (fault != null) {
            world.record("bind-failed", bind.gangUid(), bind.podUid(), bind.nodeName(), "");
            world.deliver(failed(bind, "failed by the scenario", fault.retryable));
            return;
        }
        world.record("bound", bind.gangUid(), bind.podUid(), bind.nodeName(), "");
        world.api().bind(pod, bind.nodeName(), bind.grants());
        world.deliver(done(bind));
        world.podLife().startSoon(pod);
    }

    private static Event done(Effect.Bind bind) {
        return new Event.BindDone(bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation());
    }

    private static Event failed(Effect.Bind bind, String message, boolean retryable) {
        return new Event.BindFailed(
                bind.epoch(), bind.podUid(), bind.nodeName(), bind.generation(), message, retryable);
    }

    private void playEvict(Effect.Evict evict) {
        VirtualPod pod = world.api().pod(evict.podUid());
        if (pod == null) {
            world.deliver(new Event.EvictFailed(evict.epoch(), evict.podUid(), "no such pod"));
            return;
        }
        if (evict.cause() != Effect.Evict.Cause.GANG_DELETED && evict.cause() != Effect.Evict.Cause.SCALED_DOWN) {
            String job = world.podLife().jobOf(pod);
            world.record("evicted", job, pod.uid, pod.nodeName, evict.cause().name());
        }
        world.deliver(new Event.EvictDone(evict.epoch(), pod.uid));
        world.podLife().stop(pod);
    }

    private void playDelete(Effect.DeletePod delete) {
        VirtualPod pod = world.api().pod(delete.podUid());
        if (pod != null) {
            world.podLife().stop(pod);
        }
    }

    private static @Nullable Fault take(List<Fault> faults, String job, String node) {
        for (Fault fault : faults) {
            if (fault.left > 0 && matches(fault.job, job) && matches(fault.node, node)) {
                fault.left--;
                return fault;
            }
        }
        return null;
    }

    private static boolean matches(String wanted, String is) {
        return wanted.isEmpty() || wanted.equals(is);
    }

    /** Something that goes wrong a number of times. */
    private static final class Fault {
        private final String job;
        private final String node;
        private final boolean retryable;
        private int left;

        Fault(String job, String node, int count, boolean retryable) {
            this.job = job;
            this.node = node;
            this.left = count;
            this.retryable = retryable;
        }
    }
}
