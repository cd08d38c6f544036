package dev.basalt.kubernetes.watch;

import tools.jackson.core.JacksonException;

/** The API server did not give what was asked for. */
final class ApiFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Code code;
    private final long retryAfterMillis;

    /** What to do about it. */
    enum Code {
        /** The version asked for is too old: list again. */
        GONE,
        /** Too many requests: wait as long as it says. */
        THROTTLED,
        /** It answers and refuses, for example for lack of rights or of the kind. */
        REFUSED,
        /** It cannot be reached, or the connection broke or fell silent. */
        LOST
    }

    ApiFailure(Code code, String message, long retryAfterMillis) {
        super(message, null, false, false);
        this.code = code;
        this.retryAfterMillis = retryAfterMillis;
    }

    static ApiFailure lost(String what, Throwable why) {
        String reason = why instanceof JacksonException text ? text.getOriginalMessage() : why.toString();
        return new ApiFailure(Code.LOST, what + ": " + reason, 0);
    }

    Code code() {
        return code;
    }

    /** How long the server wants to be left alone; 0 when it does not say. */
    long retryAfterMillis() {
        return retryAfterMillis;
    }
}
