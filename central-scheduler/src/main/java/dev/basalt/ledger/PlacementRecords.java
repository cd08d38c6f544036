package dev.basalt.ledger;

import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.machine.PlacementRecord.Stage;
import dev.basalt.core.model.TaskId;
import dev.basalt.proto.storage.v1.PlacementStage;
import dev.basalt.proto.storage.v1.StoredPlacement;
import dev.basalt.wire.GrantWire;
import dev.basalt.wire.ResourceWire;

/** Placements as they are stored. */
final class PlacementRecords {
    private PlacementRecords() {}

    static StoredPlacement stored(PlacementRecord record) {
        var built = StoredPlacement.newBuilder()
                .setPodUid(record.podUid())
                .setTask(dev.basalt.proto.storage.v1.TaskId.newBuilder()
                        .setGangUid(record.task().gangUid())
                        .setRole(record.task().role())
                        .setIndex(record.task().index()))
                .setNode(record.nodeName())
                .setRequests(ResourceWire.message(record.requests()))
                .setStage(stage(record.stage()))
                .setExitCode(record.exitCode())
                .setEndedWell(record.endedWell())
                .setLost(record.lost());
        record.grants().forEach(grant -> built.addGrants(GrantWire.message(grant)));
        return built.build();
    }

    /** The record; IllegalArgumentException where the stored one makes no sense. */
    static PlacementRecord record(StoredPlacement stored) {
        var task = stored.getTask();
        return new PlacementRecord(
                stored.getPodUid(),
                new TaskId(task.getGangUid(), task.getRole(), task.getIndex()),
                stored.getNode(),
                ResourceWire.value(stored.getRequests()),
                stored.getGrantsList().stream()
                        .map(grant -> GrantWire.value(grant, stored.getNode()))
                        .toList(),
                stage(stored),
                stored.getExitCode(),
                stored.getEndedWell(),
                stored.getLost());
    }

    private static PlacementStage stage(Stage stage) {
        return switch (stage) {
            case DECIDED -> PlacementStage.PLACEMENT_STAGE_DECIDED;
            case BINDING -> PlacementStage.PLACEMENT_STAGE_BINDING;
            case BOUND -> PlacementStage.PLACEMENT_STAGE_BOUND;
            case RUNNING -> PlacementStage.PLACEMENT_STAGE_RUNNING;
            case TERMINATING -> PlacementStage.PLACEMENT_STAGE_TERMINATING;
            case EXITED -> PlacementStage.PLACEMENT_STAGE_EXITED;
            case ENDED -> PlacementStage.PLACEMENT_STAGE_ENDED;
        };
    }

    private static Stage stage(StoredPlacement stored) {
        return switch (stored.getStage()) {
            case PLACEMENT_STAGE_DECIDED -> Stage.DECIDED;
            case PLACEMENT_STAGE_BINDING -> Stage.BINDING;
            case PLACEMENT_STAGE_BOUND -> Stage.BOUND;
            case PLACEMENT_STAGE_RUNNING -> Stage.RUNNING;
            case PLACEMENT_STAGE_TERMINATING -> Stage.TERMINATING;
            case PLACEMENT_STAGE_EXITED -> Stage.EXITED;
            case PLACEMENT_STAGE_ENDED -> Stage.ENDED;
            case PLACEMENT_STAGE_UNSPECIFIED, UNRECOGNIZED ->
                throw new IllegalArgumentException(
                        "placement of pod " + stored.getPodUid() + ": stage is " + stored.getStage());
        };
    }
}
