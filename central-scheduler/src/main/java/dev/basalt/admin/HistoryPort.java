package dev.basalt.admin;

import dev.basalt.proto.types.v1.Decision;
import java.util.Optional;
import java.util.function.Predicate;

/** Decisions of the past. */
public interface HistoryPort {
    /** The decision of that id. */
    Optional<Decision> find(long id);

    /** Shows decisions, the newest first, from below {@code beforeId} on, until the visitor has seen enough. */
    void scan(long beforeId, Predicate<Decision> visitor);
}
