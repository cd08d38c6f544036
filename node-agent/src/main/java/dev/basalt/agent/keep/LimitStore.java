package dev.basalt.agent.keep;

import dev.basalt.agent.disk.DurableFile;
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
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The book of limits on disk: one file, replaced whole with one fsync for all that changed, so that it is either the
 * old book or the new one. Its first four bytes are the CRC-32C of the rest, a
 * {@code basalt.storage.v1.StoredAgentLimits}.
 */
public final class LimitStore {
    private static final int CHECKSUM_BYTES = 4;

    private final Path file;

    /** @param stateFolder exists and can be written */
    public LimitStore(Path stateFolder) {
        this.file = stateFolder.resolve("limits.book");
    }

    /**
     * The book as it was saved last; the empty one on a new node. Grants that were not committed get their whole
     * deadline again, because the clock it was counted on has ended.
     *
     * @throws IOException when it cannot be read or is damaged
     */
    public LimitBook load(long nowMillis) throws IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException firstStart) {
            return LimitBook.EMPTY;
        }
        byte[] content =
                bytes.length < CHECKSUM_BYTES ? bytes : Arrays.copyOfRange(bytes, CHECKSUM_BYTES, bytes.length);
        if (bytes.length < CHECKSUM_BYTES || ByteBuffer.wrap(bytes).getInt() != checksum(content)) {
            throw new IOException("The stored limits in " + file + " are damaged (" + bytes.length
                    + " bytes). Maybe the disk failed; to start without them, end all GPU tasks of this node"
                    + " and remove the file");
        }
        return read(StoredAgentLimits.parseFrom(content), nowMillis);
    }

    /** Saves the book; it is on disk when this returns. */
    public void save(LimitBook book) throws IOException {
        byte[] content = write(book).toByteArray();
        byte[] bytes = ByteBuffer.allocate(CHECKSUM_BYTES + content.length)
                .putInt(checksum(content))
                .put(content)
                .array();
        DurableFile.replace(file, bytes, "rw-r--r--");
    }

    private static int checksum(byte[] content) {
        var checksum = new CRC32C();
        checksum.update(content);
        return (int) checksum.getValue();
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
