package dev.basalt.loop;

/** The loop cannot go on: the core is broken or the store failed. The message is for the operator. */
public final class LoopFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LoopFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
