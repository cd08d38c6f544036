package dev.basalt.transport;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/**
 * Lets in calls that carry a token as {@code authorization: Bearer TOKEN} of somebody the {@link Authenticator} knows;
 * what answers the call finds out who that is from {@link Caller#KEY}.
 */
public final class TokenGuard implements ServerInterceptor {
    /** The header that carries the token. */
    public static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final String SCHEME = "Bearer ";

    private final Authenticator authenticator;

    public TokenGuard(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String header = headers.get(AUTHORIZATION);
        if (header == null || !header.startsWith(SCHEME)) {
            return refuse(
                    call,
                    Status.UNAUTHENTICATED,
                    "the call carries no token. Maybe send the scheduler's token file as"
                            + " 'authorization: Bearer TOKEN'.");
        }
        try {
            Caller caller = authenticator.identify(header.substring(SCHEME.length()));
            return Contexts.interceptCall(Context.current().withValue(Caller.KEY, caller), call, headers, next);
        } catch (StrangerException stranger) {
            Status status = stranger.isTold() ? Status.UNAUTHENTICATED : Status.UNAVAILABLE;
            return refuse(call, status, String.valueOf(stranger.getMessage()));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return refuse(call, Status.UNAVAILABLE, "the scheduler is going down");
        }
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, Status status, String message) {
        call.close(status.withDescription(message), new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
