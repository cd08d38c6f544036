package dev.basalt.kubernetes.call;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param verb of HTTP
 * @param path below the server's address, from {@code /api}, with its query
 * @param contentType of the body
 * @param body what is sent as JSON; null for none
 * @param timeoutMillis after how long it is given up, here and on the server
 * @param mayLeave asked last, when the body is about to leave; false stops it
 */
public record Call(
        String verb,
        String path,
        String contentType,
        @Nullable Object body,
        long timeoutMillis,
        BooleanSupplier mayLeave) {
    private static final String JSON = "application/json";
    /** RFC 7396: what is named is replaced, null removes. */
    private static final String MERGE_PATCH = "application/merge-patch+json";

    /** As a merge patch, but lists that have a key are merged by it: one condition leaves the others alone. */
    private static final String STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";

    /** Reads; nobody has to allow that. */
    public static Call get(String path, long timeoutMillis) {
        return new Call("GET", path, JSON, null, timeoutMillis, () -> true);
    }

    public static Call post(String path, Object body, long timeoutMillis, BooleanSupplier mayLeave) {
        return new Call("POST", path, JSON, body, timeoutMillis, mayLeave);
    }

    public static Call put(String path, Object body, long timeoutMillis, BooleanSupplier mayLeave) {
        return new Call("PUT", path, JSON, body, timeoutMillis, mayLeave);
    }

    public static Call patch(String path, Object body, long timeoutMillis, BooleanSupplier mayLeave) {
        return new Call("PATCH", path, MERGE_PATCH, body, timeoutMillis, mayLeave);
    }

    /** Patches an object of Kubernetes' own kinds, and in its lists only the elements that are named. */
    public static Call mergeLists(String path, Object body, long timeoutMillis, BooleanSupplier mayLeave) {
        return new Call("PATCH", path, STRATEGIC_MERGE_PATCH, body, timeoutMillis, mayLeave);
    }

    /** Deletes; the body is its DeleteOptions. */
    public static Call delete(String path, Object body, long timeoutMillis, BooleanSupplier mayLeave) {
        return new Call("DELETE", path, JSON, body, timeoutMillis, mayLeave);
    }
}
