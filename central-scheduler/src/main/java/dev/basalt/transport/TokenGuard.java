package dev.basalt.transport;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Refuses calls that do not carry the token as {@code authorization: Bearer TOKEN}; says nothing of how near they came.
 */
public final class TokenGuard implements ServerInterceptor {
    /** The header that carries the token. */
    public static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final String SCHEME = "Bearer ";

    private final byte[] expected;

    public TokenGuard(String token) {
        this.expected = digest(token);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String header = headers.get(AUTHORIZATION);
        if (header == null || !header.startsWith(SCHEME)) {
            return refuse(
                    call,
                    "the call carries no token. Maybe send the scheduler's token file as"
                            + " 'authorization: Bearer TOKEN'.");
        }
        // Digests have one length, so that the comparison takes the same time for every wrong token.
        if (!MessageDigest.isEqual(expected, digest(header.substring(SCHEME.length())))) {
            return refuse(
                    call,
                    "the token is not this scheduler's. Maybe the token file is of another scheduler, or was changed"
                            + " after this one started: put the old one back, or start the scheduler again.");
        }
        return next.startCall(call, headers);
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, String message) {
        call.close(Status.UNAUTHENTICATED.withDescription(message), new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", impossible);
        }
    }
}
