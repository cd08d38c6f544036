package dev.basalt.admin.query;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Map;

/** Errors of the admin API: a code, a sentence, and details for programs ({@code google.rpc.Status}). */
public final class AdminErrors {
    private static final String DOMAIN = "basalt.dev";

    private AdminErrors() {}

    /** A field of the request makes no sense. */
    public static StatusRuntimeException badField(String field, String value, String problem) {
        String message = field + " '" + shortened(value) + "' " + problem;
        BadRequest details = BadRequest.newBuilder()
                .addFieldViolations(
                        BadRequest.FieldViolation.newBuilder().setField(field).setDescription(message))
                .build();
        return error(Code.INVALID_ARGUMENT, message, Any.pack(details), info("BAD_FIELD", Map.of("field", field)));
    }

    /** There is nothing of that name. */
    public static StatusRuntimeException notFound(String resource, String hint) {
        return error(
                Code.NOT_FOUND, resource + " does not exist. " + hint, info("NOT_FOUND", Map.of("resource", resource)));
    }

    /** The resource is in a state that forbids it. */
    public static StatusRuntimeException forbiddenNow(String reason, String resource, String message) {
        return error(Code.FAILED_PRECONDITION, message, info(reason, Map.of("resource", resource)));
    }

    /** A request id was used before for something else. */
    public static StatusRuntimeException requestIdReused(String requestId) {
        return error(
                Code.ALREADY_EXISTS,
                "request_id '" + requestId + "' was used for another request. Maybe make a new UUID for each call.",
                info("REQUEST_ID_REUSED", Map.of("request_id", requestId)));
    }

    /** Somebody that is needed is not there now; trying again may help. */
    public static StatusRuntimeException unavailable(String reason, String message) {
        return error(Code.UNAVAILABLE, message, info(reason, Map.of()));
    }

    /** Another scheduler leads; {@code address} may be empty. */
    public static StatusRuntimeException notLeader(String address) {
        String hint = address.isEmpty() ? "Maybe try again soon." : "Maybe ask the leader, at " + address + ".";
        return error(
                Code.FAILED_PRECONDITION,
                "this scheduler does not lead. " + hint,
                info("NOT_LEADER", Map.of("leader_address", address)));
    }

    private static StatusRuntimeException error(Code code, String message, Any... details) {
        var status = Status.newBuilder().setCode(code.getNumber()).setMessage(message);
        for (Any detail : details) {
            status.addDetails(detail);
        }
        return StatusProto.toStatusRuntimeException(status.build());
    }

    private static Any info(String reason, Map<String, String> metadata) {
        return Any.pack(ErrorInfo.newBuilder()
                .setReason(reason)
                .setDomain(DOMAIN)
                .putAllMetadata(metadata)
                .build());
    }

    private static String shortened(String value) {
        return value.length() <= 200 ? value : value.substring(0, 200) + "...";
    }
}
