package dev.basalt.transport;

/** A caller that is not let in; the message is for the caller, and says what to do. */
public final class StrangerException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isTold;

    private StrangerException(String message, boolean isTold) {
        super(message);
        this.isTold = isTold;
    }

    /** The token is nobody's. */
    public static StrangerException unknown(String message) {
        return new StrangerException(message, true);
    }

    /** Whose the token is cannot be found out now; it may be tried again. */
    public static StrangerException untold(String message) {
        return new StrangerException(message, false);
    }

    /** Whether it is certain that the token is nobody's. */
    public boolean isTold() {
        return isTold;
    }
}
