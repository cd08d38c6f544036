package dev.basalt.ledger;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.Persist.Change;
import dev.basalt.core.model.Hold;
import dev.basalt.loop.StorePort;
import dev.basalt.proto.storage.v1.StoredCounters;
import dev.basalt.proto.storage.v1.StoredDecision;
import dev.basalt.proto.storage.v1.StoredEpoch;
import dev.basalt.proto.storage.v1.StoredHold;
import dev.basalt.proto.storage.v1.StoredPriorityClass;
import dev.basalt.proto.storage.v1.StoredQueue;
import dev.basalt.proto.types.v1.HeldDevice;
import dev.basalt.proto.types.v1.PriorityClass;
import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.WriteBatch;
import dev.basalt.wire.DecisionWire;
import dev.basalt.wire.QueueWire;
import dev.basalt.wire.ReasonWire;
import java.util.List;

/** Keeps what each step decided: all of it in one synced batch. */
public final class Ledger implements StorePort {
    private final StateStore store;
    private final Tables tables;
    private final String schedulerId;

    /** @param schedulerId who leads, for people who read the store */
    public Ledger(StateStore store, String schedulerId) {
        this.store = store;
        this.tables = Tables.of(store);
        this.schedulerId = schedulerId;
    }

    @Override
    public void write(List<Change> changes, List<Effect.Decision> decisions) {
        WriteBatch batch = new WriteBatch();
        changes.forEach(change -> add(batch, change));
        for (Effect.Decision decision : decisions) {
            batch.put(
                    tables.decisions(),
                    Key.of(decision.id()),
                    StoredDecision.newBuilder()
                            .setDecision(DecisionWire.message(decision))
                            .build());
        }
        // A decision that is lost costs history; a change that is lost costs the truth.
        store.write(batch, changes.isEmpty() ? Durability.UNSYNCED : Durability.SYNCED);
    }

    /** The last epoch this store was led under; 0 when it is new. */
    public long epoch() {
        return tables.epochs().find(Tables.EPOCH).map(StoredEpoch::getEpoch).orElse(0L);
    }

    /** Stores an epoch before anything is done under it. */
    public void putEpoch(long epoch) {
        write(List.of(new Effect.Persist.PutEpoch(epoch)), List.of());
    }

    /** Forgets gangs, queues and placements, where others keep them and tell of them at start; history stays. */
    public void forgetObjects() {
        store.write(
                new WriteBatch()
                        .delete(tables.gangs(), KeyRange.all())
                        .delete(tables.queues(), KeyRange.all())
                        .delete(tables.priorityClasses(), KeyRange.all())
                        .delete(tables.placements(), KeyRange.all())
                        .delete(tables.holds(), KeyRange.all()),
                Durability.SYNCED);
    }

    private void add(WriteBatch batch, Change change) {
        switch (change) {
            case Effect.Persist.PutEpoch put ->
                batch.put(
                        tables.epochs(),
                        Tables.EPOCH,
                        StoredEpoch.newBuilder()
                                .setEpoch(put.epoch())
                                .setSchedulerId(schedulerId)
                                .build());
            case Effect.Persist.PutCounters put ->
                batch.put(
                        tables.counters(),
                        Tables.COUNTERS,
                        StoredCounters.newBuilder()
                                .setDecision(put.counters().decision())
                                .setGeneration(put.counters().generation())
                                .setArrival(put.counters().arrival())
                                .build());
            case Effect.Persist.PutGang put ->
                batch.put(tables.gangs(), Key.of(put.gang().gang().uid()), GangRecords.stored(put.gang()));
            case Effect.Persist.RemoveGang remove -> batch.delete(tables.gangs(), Key.of(remove.gangUid()));
            case Effect.Persist.PutQueue put ->
                batch.put(
                        tables.queues(),
                        Key.of(put.queue().name()),
                        StoredQueue.newBuilder()
                                .setQueue(QueueWire.message(put.queue()))
                                .setVersion(put.version())
                                .build());
            case Effect.Persist.RemoveQueue remove -> batch.delete(tables.queues(), Key.of(remove.queueName()));
            case Effect.Persist.PutPriorityClass put ->
                batch.put(
                        tables.priorityClasses(),
                        Key.of(put.name()),
                        StoredPriorityClass.newBuilder()
                                .setPriorityClass(PriorityClass.newBuilder()
                                        .setName(put.name())
                                        .setValue(put.value()))
                                .setVersion(put.version())
                                .build());
            case Effect.Persist.RemovePriorityClass remove ->
                batch.delete(tables.priorityClasses(), Key.of(remove.name()));
            case Effect.Persist.PutPlacement put ->
                batch.put(
                        tables.placements(),
                        Key.of(put.placement().podUid()),
                        PlacementRecords.stored(put.placement()));
            case Effect.Persist.RemovePlacement remove -> batch.delete(tables.placements(), Key.of(remove.podUid()));
            case Effect.Persist.PutHold put ->
                batch.put(tables.holds(), Key.of(put.hold().id()), stored(put.hold()));
            case Effect.Persist.RemoveHold remove -> batch.delete(tables.holds(), Key.of(remove.holdId()));
        }
    }

    private static StoredHold stored(Hold hold) {
        var built = dev.basalt.proto.types.v1.Hold.newBuilder()
                .setId(hold.id())
                .setGangUid(hold.gangUid())
                .setOwner(hold.owner())
                .setReason(ReasonWire.of(hold.reason(), ""));
        hold.deviceUuids()
                .forEach(uuid -> built.addDevices(HeldDevice.newBuilder().setDeviceUuid(uuid)));
        return StoredHold.newBuilder()
                .setHold(built)
                .setExpiresAtMillis(hold.expiresAtMillis())
                .build();
    }
}
