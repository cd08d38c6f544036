package dev.basalt.world;

import dev.basalt.agent.limit.DesiredLimits;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.LimitGrant.Phase;
import dev.basalt.agent.limit.Revision;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** What the scheduler's side of one connection wants its agent to hold: every message carries all of it. */
final class DesiredOfNode {
    private final Function<Grant.Key, Phase> phases;
    private final TreeMap<Grant.Key, Wanted> wanted = new TreeMap<>();
    private final TreeSet<Grant.Key> withdrawn = new TreeSet<>();
    private long generation;

    DesiredOfNode(Function<Grant.Key, Phase> phases) {
        this.phases = phases;
    }

    private record Wanted(Grant grant, long deadlineMillis) {}

    /** A new connection; {@code stored} is the last generation that the agent knows. */
    DesiredLimits welcome(Effect.WelcomeAgent welcome, long stored) {
        generation = Math.max(generation, stored);
        wanted.clear();
        withdrawn.clear();
        welcome.desired().forEach(grant -> wanted.put(grant.key(), new Wanted(grant, 0)));
        return message(welcome.epoch());
    }

    DesiredLimits send(Effect.SendGrants send) {
        for (Grant grant : send.grants()) {
            wanted.put(grant.key(), new Wanted(grant, send.deadlineMillis()));
            withdrawn.remove(grant.key());
        }
        return message(send.epoch());
    }

    DesiredLimits commit(Effect.CommitGrants commit) {
        for (Grant.Key key : commit.keys()) {
            wanted.computeIfPresent(key, (same, now) -> new Wanted(now.grant().in(Grant.State.COMMITTED), 0));
        }
        return message(commit.epoch());
    }

    DesiredLimits withdraw(Effect.WithdrawGrants withdraw) {
        for (Grant.Key key : withdraw.keys()) {
            Wanted now = wanted.get(key);
            if (now == null || now.grant().generation() <= withdraw.generation()) {
                wanted.remove(key);
                withdrawn.add(key);
            }
        }
        return message(withdraw.epoch());
    }

    void released(Grant.Key key) {
        withdrawn.remove(key);
    }

    private DesiredLimits message(long epoch) {
        generation++;
        List<LimitGrant> grants = wanted.values().stream()
                .map(each ->
                        Grants.wanted(each.grant(), phases.apply(each.grant().key()), each.deadlineMillis()))
                .toList();
        List<GrantKey> gone = withdrawn.stream().map(Grants::key).toList();
        return new DesiredLimits(new Revision(epoch, generation), DesiredLimits.Scope.FULL, 0, grants, gone);
    }
}
