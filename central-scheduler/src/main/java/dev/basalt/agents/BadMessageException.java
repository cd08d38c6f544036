package dev.basalt.agents;

/** A message of an agent makes no sense. Names the field, its value and what to do. */
public final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    public BadMessageException(String message) {
        super(message);
    }

    public BadMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
