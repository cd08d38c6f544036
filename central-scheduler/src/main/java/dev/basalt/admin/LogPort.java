package dev.basalt.admin;

import com.google.protobuf.ByteString;
import java.util.Optional;

/** Output of tasks. */
@FunctionalInterface
public interface LogPort {
    /** Begins to read; empty while the node's executor is not attached. */
    Optional<Reader> open(Source source);

    /** What to read; see {@code LogsRequest}. */
    record Source(
            String nodeName, String podUid, String container, long offsetBytes, int tailLineCount, boolean follow) {}

    /** Gives the pieces in order. */
    interface Reader extends AutoCloseable {
        /** Waits for the next piece; a piece that says so is the last. */
        Piece next() throws InterruptedException;

        @Override
        void close();
    }

    /**
     * A piece of output.
     *
     * @param offsetBytes where it begins
     * @param end whether there is no more
     * @param problem why it is the last although there may be more; empty when all is well
     */
    record Piece(long offsetBytes, ByteString content, boolean end, String problem) {}
}
