package dev.basalt.agent.link;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One stream in both directions, whose events arrive on the agent's loop. At most a few messages wait unread: the next
 * is asked for when one was handled.
 *
 * @param <S> what is sent
 * @param <R> what is received
 */
final class DuplexStream<S, R> implements ClientResponseObserver<S, R> {
    private static final int UNREAD = 8;

    private final Executor loop;
    private final Consumer<R> onMessage;
    private final Consumer<Status> onEnd;
    private volatile @Nullable ClientCallStreamObserver<S> call;
    private boolean ended;

    DuplexStream(Executor loop, Consumer<R> onMessage, Consumer<Status> onEnd) {
        this.loop = loop;
        this.onMessage = onMessage;
        this.onEnd = onEnd;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<S> started) {
        call = started;
        started.disableAutoRequestWithInitial(UNREAD);
    }

    /** True when a message that is sent now does not pile up. */
    boolean ready() {
        ClientCallStreamObserver<S> current = call;
        return !ended && current != null && current.isReady();
    }

    /** Sends, whether or not it is ready; a message to an ended stream is dropped. */
    void send(S message) {
        ClientCallStreamObserver<S> current = call;
        if (!ended && current != null) {
            current.onNext(message);
        }
    }

    /** Ends the stream from here; nothing is called any more. */
    void cancel(String why) {
        ended = true;
        ClientCallStreamObserver<S> current = call;
        if (current != null) {
            current.cancel(why, null);
        }
    }

    @Override
    public void onNext(R message) {
        onLoop(() -> {
            if (!ended) {
                onMessage.accept(message);
                ClientCallStreamObserver<S> current = call;
                if (current != null) {
                    current.request(1);
                }
            }
        });
    }

    @Override
    public void onError(Throwable failure) {
        onLoop(() -> end(Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
        onLoop(() -> end(Status.UNAVAILABLE.withDescription("the scheduler ended the stream")));
    }

    private void end(Status status) {
        if (!ended) {
            ended = true;
            onEnd.accept(status);
        }
    }

    private void onLoop(Runnable work) {
        try {
            loop.execute(work);
        } catch (RejectedExecutionException loopIsClosed) {
            ended = true;
        }
    }
}
