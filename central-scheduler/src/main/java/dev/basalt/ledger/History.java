package dev.basalt.ledger;

import dev.basalt.proto.storage.v1.StoredDecision;
import dev.basalt.proto.types.v1.Decision;
import dev.basalt.store.Key;
import dev.basalt.store.KeyRange;
import dev.basalt.store.StateStore;
import dev.basalt.store.Table;
import dev.basalt.store.WriteBatch;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Decisions of the past: the newest first, and no more of them than an operator wants to keep. */
public final class History {
    private final StateStore store;
    private final Table<StoredDecision> decisions;
    private final Kept kept;

    /** How many decisions are kept, and for how long. */
    public record Kept(Duration age, int count) {}

    public History(StateStore store, Kept kept) {
        this.store = store;
        this.decisions = Tables.of(store).decisions();
        this.kept = kept;
    }

    /** The decision of that id. */
    public Optional<Decision> find(long id) {
        return decisions.find(Key.of(id)).map(StoredDecision::getDecision);
    }

    /** Shows decisions, the newest first, from below {@code beforeId} on, until the visitor has seen enough. */
    public void scan(long beforeId, Predicate<Decision> visitor) {
        decisions.scan(
                KeyRange.between(Key.EMPTY, Key.of(beforeId)),
                Table.Order.DESCENDING,
                (key, stored) -> visitor.test(stored.getDecision()));
    }

    /** Forgets what is too old or too much; {@code nowUnixMillis} is now. */
    public void prune(long nowUnixMillis) {
        long[] oldestKept = {0};
        int[] seen = {0};
        long youngestOldMillis = nowUnixMillis - kept.age().toMillis();
        scan(Long.MAX_VALUE, decision -> {
            if (seen[0] >= kept.count() || decision.getDecidedUnixMillis() < youngestOldMillis) {
                return false;
            }
            seen[0]++;
            oldestKept[0] = decision.getId();
            return true;
        });
        Key until = seen[0] == 0 ? Key.of(Long.MAX_VALUE) : Key.of(oldestKept[0]);
        store.write(
                new WriteBatch().delete(decisions, KeyRange.between(Key.EMPTY, until)), StateStore.Durability.UNSYNCED);
    }
}
