package dev.basalt.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Empty;
import dev.basalt.core.machine.Event;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.Versions;
import dev.basalt.proto.admin.v1.DeleteJobRequest;
import dev.basalt.proto.storage.v1.StoredAnswer;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdminWritesTest {
    private final EventInbox inbox = new EventInbox(8);
    private final AdminWrites writes = new AdminWrites(inbox, new Versions(0), AdminWrites.Gate.open());
    private final Map<String, StoredAnswer> kept = new TreeMap<>();
    private final Idempotency idempotency = new Idempotency(new AnswersPort() {
        @Override
        public Optional<StoredAnswer> find(String requestId) {
            return Optional.ofNullable(kept.get(requestId));
        }

        @Override
        public void put(String requestId, StoredAnswer answer) {
            kept.put(requestId, answer);
        }
    });

    @Test
    void changesNothingAndKeepsNoAnswerForACallerWhoHungUpBeforeItsTurn() {
        Context.CancellableContext call = Context.current().withCancellation();
        call.cancel(null);

        var failure = assertThrows(StatusRuntimeException.class, () -> call.run(this::delete));

        assertEquals(Status.Code.CANCELLED, failure.getStatus().getCode());
        assertEquals(0, inbox.size());
        assertEquals(Map.of(), kept);
    }

    private void delete() {
        writes.alone(() ->
                idempotency.once("DeleteJob", "id-1", DeleteJobRequest.getDefaultInstance(), Empty.parser(), () -> {
                    writes.tell(List.of(new Event.GangDeleted(AdminWrites.SOURCE, "gang-1", writes.nextVersion())));
                    return Empty.getDefaultInstance();
                }));
    }
}
