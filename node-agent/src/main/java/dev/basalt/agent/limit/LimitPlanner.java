package dev.basalt.agent.limit;

import dev.basalt.agent.limit.DesiredLimits.Scope;
import dev.basalt.agent.limit.HeldGrant.Stage;
import dev.basalt.agent.limit.NodeFacts.DeviceRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rules on limits: what is wanted, held and seen in; actions out. Pure, and in order of key, so that the same input
 * gives the same actions. Times are milliseconds of the agent's monotonic clock.
 *
 * <ul>
 *   <li>Nothing of an older epoch is taken, nor an older generation of the same epoch.
 *   <li>A device never carries more than it has, and an exclusive pod is alone; what is being released still counts.
 *   <li>A deadline ends a grant only before it is committed.
 *   <li>What was taken back is released when nothing of its container runs, not before.
 * </ul>
 */
public final class LimitPlanner {
    private LimitPlanner() {}

    /**
     * What to do about these desired limits. Limits that arrive twice, because an answer was lost, are answered twice.
     */
    public static List<LimitAction> plan(LimitBook book, DesiredLimits desired, NodeFacts facts, long nowMillis) {
        Optional<LimitRefusal> refusal = refusalOfAll(book, desired);
        return refusal.isPresent()
                ? refuseAll(desired, refusal.get())
                : new Planning(book, facts, nowMillis).plan(desired);
    }

    /** What to do because time passed or containers ended. */
    public static List<LimitAction> settle(LimitBook book, NodeFacts facts, long nowMillis) {
        var actions = new ArrayList<LimitAction>();
        for (HeldGrant held : book.held().values()) {
            GrantKey key = held.grant().key();
            if (held.expiredAt(nowMillis)) {
                actions.add(new LimitAction.Release(key, EndedGrant.Why.EXPIRED));
                actions.add(new LimitAction.Write(key.containerKey()));
            } else if (held.releasing() && !facts.running().contains(key.containerKey())) {
                actions.add(new LimitAction.Release(key, EndedGrant.Why.WITHDRAWN));
                actions.add(new LimitAction.Write(key.containerKey()));
            }
        }
        return List.copyOf(actions);
    }

    /** What to do because this container is about to start: its pod is bound, and its limits must hold from here on. */
    public static List<LimitAction> beforeStart(LimitBook book, ContainerKey container) {
        var actions = new ArrayList<LimitAction>();
        for (HeldGrant held : book.heldBy(container)) {
            if (held.stage() == Stage.ACCEPTED) {
                actions.add(new LimitAction.Commit(held.grant().key()));
            }
        }
        actions.add(new LimitAction.Write(container));
        for (HeldGrant held : book.heldBy(container)) {
            if (held.stage() != Stage.IN_FORCE) {
                actions.add(new LimitAction.PutInForce(held.grant().key()));
            }
        }
        return List.copyOf(actions);
    }

    private static Optional<LimitRefusal> refusalOfAll(LimitBook book, DesiredLimits desired) {
        Revision stored = book.revision();
        long epoch = desired.revision().epoch();
        if (epoch < book.highestEpoch()) {
            return Optional.of(new LimitRefusal.OlderEpoch(epoch, book.highestEpoch()));
        }
        if (desired.revision().olderThan(stored)) {
            return Optional.of(
                    new LimitRefusal.OlderGeneration(desired.revision().generation(), stored.generation()));
        }
        boolean repeated = desired.revision().equals(stored);
        boolean changes = desired.scope() == Scope.CHANGES && !repeated;
        if (changes && (epoch != stored.epoch() || desired.baseGeneration() != stored.generation())) {
            return Optional.of(new LimitRefusal.MissedGeneration(desired.baseGeneration(), stored.generation()));
        }
        return Optional.empty();
    }

    private static List<LimitAction> refuseAll(DesiredLimits desired, LimitRefusal reason) {
        var keys = new TreeSet<GrantKey>(desired.withdrawn());
        desired.grants().forEach(grant -> keys.add(grant.key()));
        return keys.stream()
                .<LimitAction>map(key -> new LimitAction.Refuse(key, desired.revision(), reason))
                .toList();
    }

    /** One run over desired limits that are taken; grants it accepts count for those that follow. */
    private static final class Planning {
        private final LimitBook book;
        private final NodeFacts facts;
        private final long nowMillis;
        private final TreeMap<GrantKey, HeldGrant> held;
        private final List<LimitAction> actions = new ArrayList<>();
        private final TreeSet<ContainerKey> toWrite = new TreeSet<>();

        Planning(LimitBook book, NodeFacts facts, long nowMillis) {
            this.book = book;
            this.facts = facts;
            this.nowMillis = nowMillis;
            this.held = new TreeMap<>(book.held());
        }

        List<LimitAction> plan(DesiredLimits desired) {
            SortedMap<GrantKey, LimitGrant> wanted = new TreeMap<>();
            desired.grants().forEach(grant -> wanted.put(grant.key(), grant));
            actions.add(new LimitAction.Adopt(desired.revision()));
            takeBack(desired, wanted);
            wanted.values().forEach(this::consider);
            toWrite.forEach(container -> actions.add(new LimitAction.Write(container)));
            held.values().stream()
                    .filter(grant -> grant.stage() == Stage.COMMITTED && !grant.releasing())
                    .forEach(grant ->
                            actions.add(new LimitAction.PutInForce(grant.grant().key())));
            return List.copyOf(actions);
        }

        /** First what goes, so that what comes finds the room. */
        private void takeBack(DesiredLimits desired, SortedMap<GrantKey, LimitGrant> wanted) {
            var gone = new TreeSet<>(desired.withdrawn());
            if (desired.scope() == Scope.FULL) {
                gone.addAll(book.held().keySet());
            }
            gone.removeAll(wanted.keySet());
            for (GrantKey key : gone) {
                HeldGrant grant = held.get(key);
                if (grant == null) {
                    actions.add(new LimitAction.Confirm(key));
                } else if (!facts.running().contains(key.containerKey())) {
                    actions.add(new LimitAction.Release(key, EndedGrant.Why.WITHDRAWN));
                    held.remove(key);
                    toWrite.add(key.containerKey());
                } else if (!grant.releasing()) {
                    actions.add(new LimitAction.Drain(key));
                    held.put(key, grant.draining());
                }
            }
        }

        private void consider(LimitGrant wanted) {
            GrantKey key = wanted.key();
            HeldGrant old = held.get(key);
            if (old != null && !old.releasing() && old.grant().revision().equals(wanted.revision())) {
                keep(old, wanted);
                return;
            }
            Optional<LimitRefusal> refusal = refusalOf(wanted, old);
            if (refusal.isPresent()) {
                actions.add(new LimitAction.Refuse(key, wanted.revision(), refusal.get()));
                return;
            }
            DeviceRoom room = roomOf(key);
            HeldGrant next = HeldGrant.arriving(
                    wanted.servedBy(wanted.rung().orElse(room.rungs().getFirst())), nowMillis);
            if (old != null && old.stage().compareTo(next.stage()) > 0) {
                next = next.at(old.stage() == Stage.IN_FORCE ? Stage.COMMITTED : old.stage());
            }
            actions.add(new LimitAction.Accept(next));
            held.put(key, next);
            toWrite.add(key.containerKey());
        }

        private void keep(HeldGrant old, LimitGrant wanted) {
            GrantKey key = wanted.key();
            if (wanted.committed() && old.stage() == Stage.ACCEPTED) {
                actions.add(new LimitAction.Commit(key));
                held.put(key, old.at(Stage.COMMITTED));
                toWrite.add(key.containerKey());
            } else {
                actions.add(new LimitAction.Confirm(key));
            }
        }

        private Optional<LimitRefusal> refusalOf(LimitGrant wanted, @Nullable HeldGrant old) {
            if (old != null && old.releasing()) {
                return Optional.of(new LimitRefusal.StillReleasing());
            }
            if (old != null && wanted.revision().olderThan(old.grant().revision())) {
                return Optional.of(new LimitRefusal.OlderGeneration(
                        wanted.revision().generation(), old.grant().revision().generation()));
            }
            EndedGrant ended = book.ended().get(wanted.key());
            if (ended != null && !ended.revision().olderThan(wanted.revision())) {
                return Optional.of(new LimitRefusal.Ended(ended.why()));
            }
            DeviceRoom room = facts.devices().get(wanted.key().deviceUuid());
            if (room == null) {
                return Optional.of(new LimitRefusal.UnknownDevice(wanted.key().deviceUuid()));
            }
            if (wanted.rung().isPresent()
                    && !room.rungs().contains(wanted.rung().get())) {
                return Optional.of(new LimitRefusal.RungNotOffered(wanted.rung().get()));
            }
            return overload(wanted, room);
        }

        private Optional<LimitRefusal> overload(LimitGrant wanted, DeviceRoom room) {
            var load = new DeviceLoad();
            held.values().stream()
                    .map(HeldGrant::grant)
                    .filter(grant ->
                            grant.key().deviceUuid().equals(wanted.key().deviceUuid())
                                    && !grant.key().equals(wanted.key()))
                    .forEach(load::add);
            long freeMib = room.memoryMib() - load.memoryMib();
            int freePermille = room.corePermille() - load.corePermille();
            load.add(wanted);
            if (load.memoryMib() > room.memoryMib()) {
                return Optional.of(new LimitRefusal.OverMemory(wanted.memoryMib(), freeMib));
            }
            if (load.corePermille() > room.corePermille()) {
                return Optional.of(new LimitRefusal.OverCores(wanted.corePermille(), freePermille));
            }
            if (room.splitCount() > 0 && load.podCount() > room.splitCount()) {
                return Optional.of(new LimitRefusal.OverSplitCount(room.splitCount()));
            }
            return load.rivalOf(wanted.key().podUid()).map(LimitRefusal.NotAlone::new);
        }

        private DeviceRoom roomOf(GrantKey key) {
            DeviceRoom room = facts.devices().get(key.deviceUuid());
            if (room == null || room.rungs().isEmpty()) {
                throw new IllegalStateException(
                        "Device " + key.deviceUuid() + " was accepted without room or rungs: " + room);
            }
            return room;
        }
    }
}
