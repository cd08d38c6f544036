package dev.basalt.server;

import dev.basalt.config.Endpoint;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** A running scheduler, for whomever it works. Closing it stops it in order. */
public interface Scheduler extends AutoCloseable {
    /** How it is reached. */
    Endpoint endpoint();

    /** Ends when it does; with the reason when it had to. */
    CompletableFuture<Void> ended();

    @Override
    void close() throws IOException;
}
