package dev.basalt.admin;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.basalt.admin.query.AdminErrors;
import dev.basalt.proto.storage.v1.StoredAnswer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers a repeat of a call as the call itself was answered, and does nothing else; also after a restart. */
final class Idempotency {
    private static final int MOST_ID_CHARACTERS = 100;

    private final AnswersPort answers;

    Idempotency(AnswersPort answers) {
        this.answers = answers;
    }

    /**
     * Answers a call.
     *
     * @param method full name of the method
     * @param requestId its request id; empty for none
     * @param request the request, which a repeat must equal
     */
    <A extends Message> A once(String method, String requestId, Message request, Parser<A> parser, Supplier<A> work) {
        if (requestId.isEmpty()) {
            return work.get();
        }
        if (requestId.length() > MOST_ID_CHARACTERS) {
            throw AdminErrors.badField("request_id", requestId, "is too long. Maybe use a UUID.");
        }
        ByteString digest = digest(method, request);
        Optional<StoredAnswer> given = answers.find(requestId);
        if (given.isPresent()) {
            if (!given.get().getMethod().equals(method)
                    || !given.get().getRequestDigest().equals(digest)) {
                throw AdminErrors.requestIdReused(requestId);
            }
            return parsed(parser, given.get());
        }
        A answer = work.get();
        answers.put(
                requestId,
                StoredAnswer.newBuilder()
                        .setMethod(method)
                        .setRequestDigest(digest)
                        .setAnswer(answer.toByteString())
                        .setAnsweredUnixMillis(System.currentTimeMillis())
                        .build());
        return answer;
    }

    private static <A extends Message> A parsed(Parser<A> parser, StoredAnswer stored) {
        try {
            return parser.parseFrom(stored.getAnswer());
        } catch (InvalidProtocolBufferException broken) {
            throw new IllegalStateException("a stored answer of " + stored.getMethod() + " cannot be read", broken);
        }
    }

    private static ByteString digest(String method, Message request) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(method.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return ByteString.copyFrom(sha.digest(request.toByteArray()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", impossible);
        }
    }
}
