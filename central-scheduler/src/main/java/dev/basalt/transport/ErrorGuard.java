package dev.basalt.transport;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets no exception leave as it is: callers get a code, a sentence and a number to look for in the log, never a stack
 * trace.
 */
public final class ErrorGuard implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorGuard.class);

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onMessage(Q message) {
                guarded(() -> super.onMessage(message));
            }

            @Override
            public void onHalfClose() {
                guarded(super::onHalfClose);
            }

            @Override
            public void onReady() {
                guarded(super::onReady);
            }

            private void guarded(Runnable callback) {
                try {
                    callback.run();
                } catch (RuntimeException bug) {
                    call.close(named(call.getMethodDescriptor().getFullMethodName(), bug), new Metadata());
                }
            }
        };
    }

    private static Status named(String method, RuntimeException bug) {
        String number = Long.toHexString(ThreadLocalRandom.current().nextLong());
        LOG.error("call={} failed number={}", method, number, bug);
        return Status.INTERNAL.withDescription(
                "the scheduler met a mistake of its own. Maybe report number " + number + " with the scheduler's log.");
    }
}
