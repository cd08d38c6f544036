package dev.basalt.ledger;

import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.basalt.proto.storage.v1.StoredAnswer;
import dev.basalt.proto.storage.v1.StoredCounters;
import dev.basalt.proto.storage.v1.StoredDecision;
import dev.basalt.proto.storage.v1.StoredEpoch;
import dev.basalt.proto.storage.v1.StoredGang;
import dev.basalt.proto.storage.v1.StoredHold;
import dev.basalt.proto.storage.v1.StoredPlacement;
import dev.basalt.proto.storage.v1.StoredPriorityClass;
import dev.basalt.proto.storage.v1.StoredQueue;
import dev.basalt.store.Key;
import dev.basalt.store.ProtoCodec;
import dev.basalt.store.StateStore;
import dev.basalt.store.Table;

/** The ledger's tables. Keys are UIDs, names or numbers, as the stored messages say. */
record Tables(
        Table<StoredEpoch> epochs,
        Table<StoredCounters> counters,
        Table<StoredGang> gangs,
        Table<StoredQueue> queues,
        Table<StoredPriorityClass> priorityClasses,
        Table<StoredPlacement> placements,
        Table<StoredHold> holds,
        Table<StoredDecision> decisions,
        Table<StoredAnswer> answers) {
    /** The one key of the epochs. */
    static final Key EPOCH = Key.of("epoch");

    /** The one key of the counters. */
    static final Key COUNTERS = Key.of("counters");

    static Tables of(StateStore store) {
        return new Tables(
                table(store, "epochs", StoredEpoch.parser()),
                table(store, "counters", StoredCounters.parser()),
                table(store, "gangs", StoredGang.parser()),
                table(store, "queues", StoredQueue.parser()),
                table(store, "priority-classes", StoredPriorityClass.parser()),
                table(store, "placements", StoredPlacement.parser()),
                table(store, "holds", StoredHold.parser()),
                table(store, "decisions", StoredDecision.parser()),
                table(store, "answers", StoredAnswer.parser()));
    }

    private static <M extends Message> Table<M> table(StateStore store, String name, Parser<M> parser) {
        return store.table(name, new ProtoCodec<>(parser));
    }
}
