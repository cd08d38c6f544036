package dev.basalt.kubernetes.lease;

/** The lease could not be read or written. */
public final class LeaseException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Code code;

    /** What went wrong. */
    public enum Code {
        /** Somebody else has written it meanwhile. */
        CONFLICT,
        /** There is no such lease. */
        GONE,
        /** Nobody answered, or the answer makes no sense; trying again may help. */
        UNAVAILABLE,
        /** This scheduler has no right to it; a person must act. */
        FORBIDDEN
    }

    public LeaseException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
