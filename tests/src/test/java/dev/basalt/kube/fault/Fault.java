package dev.basalt.kube.fault;

/** What happens to one request instead of a plain answer. */
public sealed interface Fault {
    /**
     * The API server never sees it; the proxy answers with a Status object.
     *
     * @param code HTTP status
     * @param reason as in {@code metav1.StatusReason}: Conflict, TooManyRequests, Expired
     * @param retryAfterSeconds of the header Retry-After; none when 0
     */
    record Answer(int code, String reason, int retryAfterSeconds) implements Fault {}

    /** Passed on after so long. */
    record Delay(long delayMillis) implements Fault {}

    /** Passed on when the test calls {@link Rule#release()}. */
    record Hold() implements Fault {}

    /** The connection breaks before the API server has seen it. */
    record LoseRequest() implements Fault {}

    /** The API server does what was asked, and the connection breaks before the client hears of it. */
    record LoseAnswer() implements Fault {}

    /** Passed on as it is: for counting. */
    record Pass() implements Fault {}

    /** 410: the version asked for is too old to list or watch from. */
    static Fault gone() {
        return new Answer(410, "Expired", 0);
    }

    static Fault conflict() {
        return new Answer(409, "Conflict", 0);
    }

    static Fault tooManyRequests(int retryAfterSeconds) {
        return new Answer(429, "TooManyRequests", retryAfterSeconds);
    }

    static Fault internalError() {
        return new Answer(500, "InternalError", 0);
    }
}
