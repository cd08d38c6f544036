package dev.basalt.kubernetes.call;

import io.fabric8.kubernetes.api.model.Status;

/** What came of a call. */
public sealed interface Answer {
    /**
     * The server answered.
     *
     * @param code status code of HTTP
     * @param body as it came, JSON
     * @param retryAfterMillis how long to wait before the next try; 0 when the server did not say
     * @param status what it says of a failure; empty when it did what was asked
     */
    record Told(int code, String body, long retryAfterMillis, Status status) implements Answer {
        public boolean isDone() {
            return code >= 200 && code < 300;
        }

        /** Its own words, or else the code. */
        public String message() {
            String said = status.getMessage();
            return said == null || said.isEmpty() ? "HTTP " + code : said;
        }

        /** Whether it names that cause, for example {@code DisruptionBudget}. */
        public boolean hasCause(String reason) {
            return status.getDetails() != null
                    && status.getDetails().getCauses() != null
                    && status.getDetails().getCauses().stream().anyMatch(cause -> reason.equals(cause.getReason()));
        }
    }

    /** No answer came: it may have been done or not. */
    record Silence(String why) implements Answer {}

    /** It never left: the fence was shut. */
    record Kept() implements Answer {}
}
