package dev.basalt.cli.reach;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns errors of the admin API into sentences. */
public final class Answers {
    private Answers() {}

    /** A failure that says what the server said: each field with its problem, and what to do. */
    public static CommandFailed failure(StatusRuntimeException refused, String address) {
        Status status = StatusProto.fromThrowable(refused);
        List<String> lines = new ArrayList<>();
        String message = refused.getStatus().getDescription();
        lines.add(
                switch (refused.getStatus().getCode()) {
                    case UNAVAILABLE ->
                        said(
                                "the scheduler at " + address + " is not reached",
                                message,
                                "Maybe it has ended; start it with './basalt scheduler' or './basalt demo --keep'.");
                    case UNAUTHENTICATED ->
                        said(
                                "the scheduler at " + address + " does not accept the token",
                                message,
                                "Maybe name its token file with --token-file.");
                    case UNIMPLEMENTED ->
                        said(
                                "the scheduler at " + address + " does not know this call",
                                message,
                                "Maybe it is of another version.");
                    case DEADLINE_EXCEEDED ->
                        "the scheduler at " + address + " did not answer in time. Maybe look into its log.";
                    default -> message == null ? refused.getStatus().getCode().toString() : message;
                });
        if (status != null) {
            status.getDetailsList().forEach(detail -> addDetail(detail, lines));
        }
        return new CommandFailed(exitCode(refused), lines);
    }

    /** What failed, what the server says of it, and what to do: the server's advice where it gives any, else ours. */
    private static String said(String failure, @Nullable String message, String advice) {
        if (message == null || message.isBlank()) {
            return failure + ". " + advice;
        }
        String whole = failure + ": " + message.strip();
        if (message.contains("Maybe ")) {
            return whole;
        }
        return whole + (whole.endsWith(".") ? " " : ". ") + advice;
    }

    private static int exitCode(StatusRuntimeException refused) {
        return switch (refused.getStatus().getCode()) {
            case UNAVAILABLE, UNAUTHENTICATED, DEADLINE_EXCEEDED -> CommandFailed.NOT_REACHED;
            case NOT_FOUND -> CommandFailed.NOT_FOUND;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> CommandFailed.WRONG_USAGE;
            default -> CommandFailed.FAILED;
        };
    }

    private static void addDetail(Any detail, List<String> lines) {
        try {
            if (detail.is(BadRequest.class)) {
                for (var violation : detail.unpack(BadRequest.class).getFieldViolationsList()) {
                    if (!lines.contains(violation.getDescription())) {
                        lines.add("  " + violation.getField() + ": " + violation.getDescription());
                    }
                }
            } else if (detail.is(ErrorInfo.class)) {
                ErrorInfo info = detail.unpack(ErrorInfo.class);
                if (info.containsMetadata("hint")) {
                    lines.add("  " + info.getMetadataOrThrow("hint"));
                }
                if (info.containsMetadata("leader")) {
                    lines.add("  The leader is " + info.getMetadataOrThrow("leader") + ". Maybe use --server with it.");
                }
            }
        } catch (InvalidProtocolBufferException broken) {
            lines.add("  (a detail of " + detail.getTypeUrl() + " could not be read)");
        }
    }
}
