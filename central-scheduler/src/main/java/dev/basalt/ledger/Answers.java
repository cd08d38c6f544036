package dev.basalt.ledger;

import dev.basalt.proto.storage.v1.StoredAnswer;
import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.StateStore.Durability;
import dev.basalt.store.Table;
import dev.basalt.store.WriteBatch;
import java.time.Duration;
import java.util.Optional;

/** Answers to calls that carried a request id, kept for a day so that a repeat gets the same, also after a restart. */
public final class Answers {
    private static final Duration AGE = Duration.ofDays(1);

    private final StateStore store;
    private final Table<StoredAnswer> answers;

    public Answers(StateStore store) {
        this.store = store;
        this.answers = Tables.of(store).answers();
    }

    public Optional<StoredAnswer> find(String requestId) {
        return answers.find(Key.of(requestId));
    }

    public void put(String requestId, StoredAnswer answer) {
        store.write(new WriteBatch().put(answers, Key.of(requestId), answer), Durability.SYNCED);
    }

    /** Forgets what is older than a day; {@code nowUnixMillis} is now. */
    public void prune(long nowUnixMillis) {
        WriteBatch batch = new WriteBatch();
        answers.scan(KeyRange.all(), Table.Order.ASCENDING, (key, answer) -> {
            if (answer.getAnsweredUnixMillis() < nowUnixMillis - AGE.toMillis()) {
                batch.delete(answers, key);
            }
            return true;
        });
        store.write(batch, Durability.UNSYNCED);
    }
}
