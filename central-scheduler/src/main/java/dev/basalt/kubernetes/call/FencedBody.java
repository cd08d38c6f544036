package dev.basalt.kubernetes.call;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/**
 * A request's body that asks for leave when it is first read, which is when it goes to the server. A request without
 * its body is no request: the server does nothing.
 */
final class FencedBody extends InputStream {
    private final BooleanSupplier mayLeave;
    private final ByteArrayInputStream content;
    private boolean allowed;
    private volatile boolean kept;

    FencedBody(byte[] content, BooleanSupplier mayLeave) {
        this.content = new ByteArrayInputStream(content);
        this.mayLeave = mayLeave;
    }

    /** True when it was asked for and did not leave. */
    boolean isKept() {
        return kept;
    }

    @Override
    public int read() throws IOException {
        askLeave();
        return content.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        askLeave();
        return content.read(into, offset, length);
    }

    private void askLeave() throws IOException {
        if (!allowed) {
            allowed = mayLeave.getAsBoolean();
            kept = !allowed;
        }
        if (kept) {
            throw new IOException("the fence is shut");
        }
    }
}
