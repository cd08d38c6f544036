package dev.basalt.ledger;

import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.proto.storage.v1.StoredGang;
import dev.basalt.wire.GangWire;
import dev.basalt.wire.StatusWire;

/** Gangs as they are stored. */
final class GangRecords {
    private GangRecords() {}

    static StoredGang stored(GangRecord record) {
        GangStatus status = record.status();
        return StoredGang.newBuilder()
                .setGang(GangWire.message(record.gang()))
                .setVersion(record.version())
                .setArrival(record.arrival())
                .setIncarnation(record.incarnation())
                .setRan(record.ran())
                .setDeleting(record.deleting())
                .setStatus(dev.basalt.proto.storage.v1.GangStatus.newBuilder()
                        .setPhase(StatusWire.message(status.phase()))
                        .setPendingCount(status.pending())
                        .setStartingCount(status.starting())
                        .setRunningCount(status.running())
                        .setSucceededCount(status.succeeded())
                        .setFailedCount(status.failed())
                        .setReason(status.reason()))
                .build();
    }

    /** The record; IllegalArgumentException where the stored one makes no sense. */
    static GangRecord record(StoredGang stored) {
        var status = stored.getStatus();
        return new GangRecord(
                GangWire.value(stored.getGang()),
                stored.getVersion(),
                stored.getArrival(),
                stored.getIncarnation(),
                stored.getRan(),
                stored.getDeleting(),
                new GangStatus(
                        StatusWire.value(status.getPhase()),
                        status.getPendingCount(),
                        status.getStartingCount(),
                        status.getRunningCount(),
                        status.getSucceededCount(),
                        status.getFailedCount(),
                        status.getReason()));
    }
}
