package dev.basalt.admin;

import dev.basalt.proto.storage.v1.StoredAnswer;
import java.util.Optional;

/** Answers that were given under request ids. */
public interface AnswersPort {
    Optional<StoredAnswer> find(String requestId);

    /** Keeps an answer; it is on the disk when this returns. */
    void put(String requestId, StoredAnswer answer);
}
