package dev.basalt.kubernetes.watch;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response as a stream that blocks. It asks for more only when all that came is read, so a slow reader
 * slows the server down, and it fails when nothing comes for too long.
 */
final class BodyInput extends InputStream {
    private final LinkedBlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final long silentMillis;
    private @Nullable AsyncBody body;
    private ByteBuffer current = ByteBuffer.allocate(0);
    private boolean drained;
    private boolean ended;

    private sealed interface Piece {}

    private record Bytes(ByteBuffer buffer, boolean last) implements Piece {}

    private record End(@Nullable Throwable failure) implements Piece {}

    /** @param silentMillis longest time without a byte */
    BodyInput(long silentMillis) {
        this.silentMillis = silentMillis;
    }

    /** Begins to read a body whose bytes go to {@link #take}. */
    void begin(AsyncBody newBody) {
        body = newBody;
        var _ = newBody.done().whenComplete((done, failure) -> pieces.add(new End(failure)));
        newBody.consume();
    }

    /** Takes what came. */
    void take(List<ByteBuffer> buffers) {
        for (int each = 0; each < buffers.size(); each++) {
            pieces.add(new Bytes(buffers.get(each), each == buffers.size() - 1));
        }
        if (buffers.isEmpty()) {
            pieces.add(new Bytes(ByteBuffer.allocate(0), true));
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (!current.hasRemaining()) {
            if (ended || !next()) {
                return -1;
            }
        }
        int count = Math.min(length, current.remaining());
        current.get(target, offset, count);
        return count;
    }

    /** Waits for the next piece; false at the end. */
    private boolean next() throws IOException {
        if (drained && body != null) {
            drained = false;
            body.consume();
        }
        return switch (polled()) {
            case Bytes bytes -> {
                current = bytes.buffer();
                drained = bytes.last();
                yield true;
            }
            case End end -> {
                ended = true;
                Throwable failure = end.failure();
                if (failure != null) {
                    throw new IOException("the connection broke: " + failure.getMessage(), failure);
                }
                yield false;
            }
        };
    }

    private Piece polled() throws IOException {
        try {
            Piece piece = pieces.poll(silentMillis, TimeUnit.MILLISECONDS);
            if (piece == null) {
                throw new IOException("nothing came for " + silentMillis + " ms");
            }
            return piece;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
        }
    }

    @Override
    public void close() {
        if (body != null) {
            body.cancel();
        }
    }
}
