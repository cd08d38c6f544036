package dev.basalt.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import dev.basalt.core.device.Grant;
import dev.basalt.core.machine.Counters;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Effect.GangStatus;
import dev.basalt.core.machine.Effect.Persist;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.GangRecord;
import dev.basalt.core.machine.PlacementRecord;
import dev.basalt.core.model.ContainerSpec;
import dev.basalt.core.model.Gang;
import dev.basalt.core.model.MemberGroup;
import dev.basalt.core.model.PodOwnership;
import dev.basalt.core.model.PodTemplate;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import dev.basalt.core.model.TaskId;
import dev.basalt.proto.storage.v1.StoredAnswer;
import dev.basalt.proto.storage.v1.StoredPlacement;
import dev.basalt.store.Key;
import dev.basalt.store.StateStore;
import dev.basalt.store.StoreException;
import dev.basalt.store.WriteBatch;
import dev.basalt.store.rocks.RocksStateStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    @TempDir
    Path folder;

    private StateStore store;

    @BeforeEach
    void open() {
        store = RocksStateStore.open(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void tellsANewCoreWhatAnOldOneDecidedInTheOrderItNeeds() {
        var queue = Queue.unlimited("team-a");
        var ledger = new Ledger(store, "scheduler-1");
        ledger.write(
                List.of(
                        new Persist.PutCounters(new Counters(9, 8, 7)),
                        new Persist.PutQueue(queue, 3),
                        new Persist.PutPriorityClass("high", 1_000, 4),
                        new Persist.PutGang(gang("g1")),
                        new Persist.PutPlacement(placement("g1", "p1"))),
                List.of());
        store.close();
        open();

        var told = Replay.read(store, "admin", 6);

        assertEquals(
                List.of(
                        new Event.LeaseGained(6),
                        new Event.CountersRestored(new Counters(9, 8, 7)),
                        new Event.QueueApplied("admin", queue, 3),
                        new Event.PriorityClassApplied("admin", "high", 1_000, 4),
                        new Event.GangRestored(gang("g1")),
                        new Event.PlacementRestored(placement("g1", "p1")),
                        new Event.Listed("admin", Listed.Kind.QUEUES, List.of("team-a"), 5),
                        new Event.Listed("admin", Listed.Kind.PRIORITY_CLASSES, List.of("high"), 5),
                        new Event.Listed("admin", Listed.Kind.GANGS, List.of("g1"), 5),
                        new Event.Listed("admin", Listed.Kind.NODES, List.of(), 5),
                        new Event.Listed("admin", Listed.Kind.PODS, List.of("p1"), 5)),
                told.events());
        assertEquals(5, told.lastVersion());
    }

    @Test
    void forgetsWhatWasRemoved() {
        var ledger = new Ledger(store, "scheduler-1");
        ledger.write(
                List.of(
                        new Persist.PutQueue(Queue.unlimited("team-a"), 3),
                        new Persist.PutPriorityClass("high", 1_000, 4),
                        new Persist.PutGang(gang("g1")),
                        new Persist.PutPlacement(placement("g1", "p1"))),
                List.of());

        ledger.write(
                List.of(
                        new Persist.RemoveQueue("team-a"),
                        new Persist.RemovePriorityClass("high"),
                        new Persist.RemovePlacement("p1"),
                        new Persist.RemoveGang("g1")),
                List.of());

        assertThat(Replay.read(store, "admin", 1).events())
                .allMatch(event -> event instanceof Event.LeaseGained
                        || (event instanceof Event.Listed listed
                                && listed.identities().isEmpty()));
    }

    @Test
    void neverGoesBackInItsEpoch() {
        var ledger = new Ledger(store, "scheduler-1");
        assertEquals(0, ledger.epoch());

        ledger.putEpoch(7);
        store.close();
        open();

        assertEquals(7, new Ledger(store, "scheduler-2").epoch());
    }

    @Test
    void namesTheRecordThatMakesNoSense() {
        Tables tables = Tables.of(store);
        store.write(
                new WriteBatch()
                        .put(
                                tables.placements(),
                                Key.of("p1"),
                                StoredPlacement.newBuilder().setPodUid("p1").build()),
                StateStore.Durability.SYNCED);

        var failure = assertThrows(StoreException.class, () -> Replay.read(store, "admin", 1));

        assertEquals(StoreException.Code.CORRUPT, failure.code());
        assertThat(failure).hasMessageContaining("table placements, key p1").hasMessageContaining("stage is");
    }

    @Test
    void keepsTheNewestDecisionsAndNoMoreThanWanted() {
        var ledger = new Ledger(store, "scheduler-1");
        long day = Duration.ofDays(1).toMillis();
        List<Effect.Decision> decisions = new ArrayList<>();
        for (int id = 1; id <= 10; id++) {
            decisions.add(decision(id, id * day));
        }
        ledger.write(List.of(), decisions);
        var byCount = new History(store, new History.Kept(Duration.ofDays(1_000), 4));
        var byAge = new History(store, new History.Kept(Duration.ofDays(2), 1_000));

        byCount.prune(11 * day);
        var afterCount = ids(byCount);
        byAge.prune(11 * day);
        var afterAge = ids(byAge);

        assertEquals(List.of(10L, 9L, 8L, 7L), afterCount);
        assertEquals(List.of(10L, 9L), afterAge);
        assertThat(byAge.find(9)).isPresent();
        assertThat(byAge.find(8)).isEmpty();
    }

    @Test
    void keepsAnswersForADayAndOverARestart() {
        long day = Duration.ofDays(1).toMillis();
        var answer = StoredAnswer.newBuilder()
                .setMethod("Apply")
                .setRequestDigest(ByteString.copyFromUtf8("digest"))
                .setAnsweredUnixMillis(10 * day)
                .build();
        new Answers(store).put("request-1", answer);
        store.close();
        open();
        var answers = new Answers(store);

        answers.prune(11 * day);
        assertThat(answers.find("request-1")).contains(answer);
        answers.prune(11 * day + 1);

        assertThat(answers.find("request-1")).isEmpty();
    }

    private static List<Long> ids(History history) {
        List<Long> ids = new ArrayList<>();
        history.scan(Long.MAX_VALUE, decision -> ids.add(decision.getId()));
        return ids;
    }

    private static Effect.Decision decision(long id, long wallMillis) {
        return new Effect.Decision(
                id,
                wallMillis,
                Effect.Decision.Kind.PLACED,
                "g1",
                "p1",
                "node-1",
                List.of("GPU-1"),
                ResourceVector.of(ResourceVector.GPU_MILLI, 1_000),
                "cycle=1");
    }

    private static GangRecord gang(String uid) {
        var template = PodTemplate.anywhere(List.of(new ContainerSpec(
                "main",
                ContainerSpec.Phase.MAIN,
                ResourceVector.of(ResourceVector.CPU, 100),
                List.of(),
                ContainerSpec.Launch.NONE)));
        var gang = new Gang(
                uid,
                "default",
                "train",
                "Job",
                "team-a",
                "",
                0,
                1,
                List.of(MemberGroup.role("worker", 1, 2, template)),
                ResourceVector.ZERO,
                0,
                0,
                PodOwnership.MANAGED,
                "basalt");
        return new GangRecord(
                gang, 5, 2, 3, true, true, new GangStatus(GangStatus.Phase.DEGRADED, 1, 2, 3, 4, 5, "room"));
    }

    private static PlacementRecord placement(String gangUid, String podUid) {
        return new PlacementRecord(
                podUid,
                new TaskId(gangUid, "worker", 1),
                "node-1",
                ResourceVector.of(ResourceVector.CPU, 100),
                List.of(new Grant(
                        new Grant.Key(podUid, "main", "GPU-1"),
                        "node-1",
                        40_400,
                        0,
                        true,
                        2,
                        11,
                        Grant.State.RELEASED)),
                PlacementRecord.Stage.EXITED,
                137,
                false,
                true);
    }
}
