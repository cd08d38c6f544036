package dev.basalt.agent.run;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * One reader of a task's output: gives it piece by piece. Its position is all it keeps; the file is opened for each
 * piece, so that a reader costs nothing between them.
 */
public final class LogTail {
    private static final int PIECE_BYTES = 64 * 1024;

    /** Looking for the last lines reads no more than this: the agent's loop waits meanwhile. */
    private static final long MOST_SEARCHED_BYTES = 16L << 20;

    private final Path file;
    private final boolean follow;
    private long offset;

    /**
     * Reads from an offset.
     *
     * @param offset in bytes from the beginning; beyond the end waits for the end, or gives nothing
     * @param follow go on as output comes
     */
    public LogTail(Path file, long offset, boolean follow) {
        this.file = file;
        this.offset = Math.max(0, offset);
        this.follow = follow;
    }

    /** Reads the last lines; of output with very long lines only the last 16 MiB. */
    public static LogTail lastLines(Path file, int lineCount, boolean follow) throws IOException {
        return new LogTail(file, offsetOfLastLines(file, lineCount), follow);
    }

    /**
     * A piece of output.
     *
     * @param offset of its first byte
     * @param content may be empty
     * @param end nothing will follow
     */
    @SuppressWarnings("ArrayRecordComponent") // a piece lives from the file to the wire and is never compared
    public record Piece(long offset, byte[] content, boolean end) {}

    /**
     * The next piece; one that is empty and not the end means "not now".
     *
     * @param over nothing more will be written; asked for before the file is read
     */
    public Piece next(boolean over) throws IOException {
        byte[] content = read();
        long from = offset;
        offset += content.length;
        boolean all = content.length < PIECE_BYTES;
        return new Piece(from, content, all && (over || !follow));
    }

    private byte[] read() throws IOException {
        try (var input = new RandomAccessFile(file.toFile(), "r")) {
            long left = input.length() - offset;
            if (left <= 0) {
                return new byte[0];
            }
            input.seek(offset);
            byte[] content = new byte[(int) Math.min(PIECE_BYTES, left)];
            input.readFully(content);
            return content;
        } catch (FileNotFoundException notYet) {
            return new byte[0];
        }
    }

    private static long offsetOfLastLines(Path file, int lineCount) throws IOException {
        try (var input = new RandomAccessFile(file.toFile(), "r")) {
            long end = input.length();
            byte[] piece = new byte[PIECE_BYTES];
            int newlines = 0;
            long first = Math.max(0, end - MOST_SEARCHED_BYTES);
            for (long from = end; from > first; ) {
                int length = (int) Math.min(PIECE_BYTES, from - first);
                from -= length;
                input.seek(from);
                input.readFully(piece, 0, length);
                for (int i = length - 1; i >= 0; i--) {
                    boolean lastByte = from + i == end - 1;
                    if (piece[i] == '\n' && !lastByte && ++newlines == lineCount) {
                        return from + i + 1;
                    }
                }
            }
            return first;
        } catch (FileNotFoundException notYet) {
            return 0;
        }
    }
}
