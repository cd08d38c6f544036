package dev.basalt.agent.keep;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.basalt.agent.disk.DamagedRecord;
import dev.basalt.agent.disk.SealedFile;
import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.GrantKey;
import dev.basalt.agent.limit.HeldGrant;
import dev.basalt.agent.limit.HeldGrant.Stage;
import dev.basalt.agent.limit.LimitBook;
import dev.basalt.agent.limit.LimitGrant;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.agent.wire.GrantWire;
import dev.basalt.proto.storage.v1.StoredAgentLimits;
import dev.basalt.proto.storage.v1.StoredHeldGrant;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * The book of limits on disk: one file, replaced whole with one fsync for all that changed, so that it is either the
 * old book or the new one. Its content is a {@code basalt.storage.v1.StoredAgentLimits}.
 */
public final class LimitStore {
    private static final int FORMAT = 1;

    private final Path file;

    /** @param stateFolder exists and can be written */
    public LimitStore(Path stateFolder) {
        this.file = stateFolder.resolve("limits.book");
    }

    /**
     * The book as it was saved last; the empty one on a new node. Grants that were not committed get their whole
     * deadline again, because the clock it was counted on has ended.
     *
     * @throws IOException when it cannot be read, is damaged or of a newer format, with the file and what to do
     */
    public LimitBook load(long nowMillis) throws IOException {
        try {
            return read(StoredAgentLimits.parseFrom(SealedFile.read(file, FORMAT)), nowMillis);
        } catch (NoSuchFileException firstStart) {
            return LimitBook.EMPTY;
        } catch (DamagedRecord | InvalidProtocolBufferException | IllegalArgumentException damaged) {
            throw new IOException(
                    "The stored limits in " + file + " cannot be read: " + damaged.getMessage()
                            + "; to start without them, end all GPU tasks of this node and remove the file",
                    damaged);
        }
    }

    /** Saves the book; it is on disk when this returns. */
    public void save(LimitBook book) throws IOException {
        SealedFile.replace(file, FORMAT, write(book).toByteArray(), "rw-r--r--");
    }

    private static LimitBook read(StoredAgentLimits stored, long nowMillis) {
        var held = new TreeMap<GrantKey, HeldGrant>();
        for (StoredHeldGrant each : stored.getHeldList()) {
            LimitGrant grant = GrantWire.grant(each.getGrant(), 0);
            Stage stage = GrantWire.stage(each.getGrant().getState());
            held.put(grant.key(), HeldGrant.recovered(grant, stage, each.getReleasing(), nowMillis));
        }
        var ended = new TreeMap<GrantKey, EndedGrant>();
        stored.getEndedList().stream().map(GrantWire::ended).forEach(grant -> ended.put(grant.key(), grant));
        return new LimitBook(
                stored.getHighestEpoch(), new Revision(stored.getEpoch(), stored.getGeneration()), held, ended);
    }

    private static StoredAgentLimits write(LimitBook book) {
        var stored = StoredAgentLimits.newBuilder()
                .setHighestEpoch(book.highestEpoch())
                .setEpoch(book.revision().epoch())
                .setGeneration(book.revision().generation());
        book.held()
                .values()
                .forEach(held -> stored.addHeld(StoredHeldGrant.newBuilder()
                        .setGrant(GrantWire.held(held))
                        .setReleasing(held.releasing())));
        book.ended().values().forEach(ended -> stored.addEnded(GrantWire.status(new GrantReport.Ended(ended), 0)));
        return stored.build();
    }
}
