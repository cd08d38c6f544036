package dev.basalt.agents;

import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Effect;
import dev.basalt.proto.agent.v1.DesiredLimits;
import dev.basalt.proto.agent.v1.DesiredScope;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.PodWire;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that one node should hold, as the effects said it. Every message carries all of it: a lost one heals with the
 * next. Not for several threads.
 */
final class DesiredBook {
    private final PodIndex pods;
    private final TreeMap<Grant.Key, Wanted> wanted = new TreeMap<>();
    private final TreeMap<Grant.Key, Withdrawn> withdrawn = new TreeMap<>();
    private long epoch;
    private long generation;

    DesiredBook(PodIndex pods) {
        this.pods = pods;
    }

    private record Wanted(Grant grant, long deadlineMillis) {}

    /**
     * What was taken back.
     *
     * @param grantGeneration of the grant, the newest of its key
     * @param saidIn generation of the first message that says so
     */
    private record Withdrawn(long grantGeneration, long saidIn) {}

    /** A connection began; {@code stored} is the generation that the agent has. What was said earlier is forgotten. */
    void begin(Effect.WelcomeAgent welcome, long stored) {
        epoch = welcome.epoch();
        generation = Math.max(generation, stored);
        wanted.clear();
        withdrawn.clear();
        welcome.desired().forEach(grant -> wanted.put(grant.key(), new Wanted(grant, 0)));
    }

    void send(Effect.SendGrants send) {
        epoch = send.epoch();
        for (Grant grant : send.grants()) {
            wanted.put(grant.key(), new Wanted(grant, send.deadlineMillis()));
            withdrawn.remove(grant.key());
        }
    }

    void commit(Effect.CommitGrants commit) {
        epoch = commit.epoch();
        for (Grant.Key key : commit.keys()) {
            wanted.computeIfPresent(key, (same, held) -> new Wanted(held.grant().in(Grant.State.COMMITTED), 0));
        }
    }

    void withdraw(Effect.WithdrawGrants withdraw) {
        epoch = withdraw.epoch();
        for (Grant.Key key : withdraw.keys()) {
            Wanted held = wanted.get(key);
            if (held == null || held.grant().generation() <= withdraw.generation()) {
                wanted.remove(key);
                withdrawn.merge(
                        key,
                        new Withdrawn(withdraw.generation(), generation + 1),
                        (known, again) -> known.grantGeneration() == again.grantGeneration() ? known : again);
            }
        }
    }

    /**
     * Generation of the grant that an agent is without when it says of a key that it holds nothing, after it took the
     * message of generation {@code taken}; 0 when it had not been told to be without it. An agent that never accepted a
     * grant does not know its generation.
     */
    long withdrawnGeneration(Grant.Key key, long taken) {
        Withdrawn known = withdrawn.get(key);
        return known != null && known.saidIn() <= taken ? known.grantGeneration() : 0;
    }

    /**
     * The agent has nothing of that generation any more, whether it was told to be without it or let it go itself: what
     * it is not asked for again must not come back with the next message.
     */
    void released(Grant.Key key, long grantGeneration) {
        withdrawn.remove(key);
        Wanted held = wanted.get(key);
        if (held != null && held.grant().generation() <= grantGeneration) {
            wanted.remove(key);
        }
    }

    /** Everything, under a new generation. */
    DesiredLimits message() {
        generation++;
        var built = DesiredLimits.newBuilder()
                .setEpoch(epoch)
                .setGeneration(generation)
                .setScope(DesiredScope.DESIRED_SCOPE_FULL);
        for (Map.Entry<Grant.Key, Wanted> entry : wanted.entrySet()) {
            built.addGrants(message(entry.getValue()));
        }
        withdrawn.keySet().forEach(key -> built.addWithdrawn(GrantWire.message(key)));
        return built.build();
    }

    private dev.basalt.proto.types.v1.Grant message(Wanted entry) {
        Grant grant = entry.grant();
        var built = GrantWire.message(grant).toBuilder().setDeadlineMillis(entry.deadlineMillis());
        pods.find(grant.key().podUid())
                .ifPresent(pod -> built.setPhase(
                                PodWire.phase(pod.phase(grant.key().container())))
                        .setNamespace(pod.gang().namespace())
                        .setPodName(pod.name())
                        .setGangUid(pod.gang().uid())
                        .setGangName(pod.gang().name())
                        .setQueue(pod.gang().queue()));
        return built.build();
    }
}
