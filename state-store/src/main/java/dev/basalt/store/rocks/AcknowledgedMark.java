package dev.basalt.store.rocks;

import dev.basalt.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The sequence number of the last batch that was acknowledged as synced, in a file of its own beside RocksDB's.
 *
 * <p>RocksDB cannot tell a log that ends early because the machine died while it was written from one that was cut or
 * damaged later: both end in something unreadable, and it goes on with what it could read. The mark can: it is moved
 * after the batch is on the disk and before the caller hears of it, so if RocksDB comes back with less than the mark
 * says, something acknowledged is missing. The mark itself is not synced with each batch, which only means that after a
 * power failure it may ask for less than it could.
 *
 * <p>Two slots are written in turn, so that one is whole whatever happens. Not safe for use by several threads.
 */
final class AcknowledgedMark implements AutoCloseable {
    /** What the mark of a store says whose making has not come to its end. */
    static final long BEING_MADE = -1;

    private static final long MAGIC = 0x4241_5341_4c54_4d31L; // "BASALTM1"
    private static final int SLOT_BYTES = 3 * Long.BYTES + Integer.BYTES;
    /** Apart far enough to lie in different pages and disk blocks. */
    private static final int SLOT_DISTANCE_BYTES = 4096;

    private static final int SLOT_COUNT = 2;

    private final FileChannel file;
    private Slot newest;

    private record Slot(long turn, long sequence) {}

    private AcknowledgedMark(FileChannel file, Slot newest) {
        this.file = file;
        this.newest = newest;
    }

    /** Makes a new mark that says {@link #BEING_MADE}, and syncs it. */
    static AcknowledgedMark make(Path path) throws IOException {
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        AcknowledgedMark mark = new AcknowledgedMark(file, new Slot(0, BEING_MADE));
        mark.moveTo(BEING_MADE);
        mark.moveTo(BEING_MADE);
        mark.sync();
        return mark;
    }

    /**
     * Opens the mark that is there.
     *
     * @throws StoreException CORRUPT if neither slot is whole
     */
    static AcknowledgedMark open(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Slot newest = null;
        for (int slot = 0; slot < SLOT_COUNT; slot++) {
            Slot read = read(file, slot);
            if (read != null && (newest == null || read.turn() > newest.turn())) {
                newest = read;
            }
        }
        if (newest == null) {
            file.close();
            throw new StoreException(
                    StoreException.Code.CORRUPT,
                    path + " is damaged, so nobody can say whether the store is whole. Maybe restore the folder from a"
                            + " copy");
        }
        return new AcknowledgedMark(file, newest);
    }

    long sequence() {
        return newest.sequence();
    }

    void moveTo(long sequence) throws IOException {
        Slot next = new Slot(newest.turn() + 1, sequence);
        ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES)
                .putLong(MAGIC)
                .putLong(next.turn())
                .putLong(next.sequence());
        bytes.putInt(checksum(bytes.array())).flip();
        long position = next.turn() % SLOT_COUNT * SLOT_DISTANCE_BYTES;
        while (bytes.hasRemaining()) {
            file.write(bytes, position + bytes.position());
        }
        newest = next;
    }

    void sync() throws IOException {
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static @Nullable Slot read(FileChannel file, int slot) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES);
        long position = (long) slot * SLOT_DISTANCE_BYTES;
        while (bytes.hasRemaining()) {
            if (file.read(bytes, position + bytes.position()) < 0) {
                return null;
            }
        }
        bytes.flip();
        if (bytes.getLong() != MAGIC) {
            return null;
        }
        Slot read = new Slot(bytes.getLong(), bytes.getLong());
        return bytes.getInt() == checksum(bytes.array()) ? read : null;
    }

    private static int checksum(byte[] slot) {
        CRC32C checksum = new CRC32C();
        checksum.update(slot, 0, SLOT_BYTES - Integer.BYTES);
        return (int) checksum.getValue();
    }
}
