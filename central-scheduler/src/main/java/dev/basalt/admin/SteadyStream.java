package dev.basalt.admin;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Semaphore;

/**
 * Writes a long answer as fast as its reader reads. For one writing thread; {@link #isOver} says when nobody reads.
 *
 * @param <M> type of the messages
 */
final class SteadyStream<M> {
    private final ServerCallStreamObserver<M> stream;
    private final Semaphore woken = new Semaphore(0);

    SteadyStream(StreamObserver<M> observer) {
        this.stream = (ServerCallStreamObserver<M>) observer;
        stream.setOnReadyHandler(woken::release);
        stream.setOnCancelHandler(woken::release);
    }

    boolean isOver() {
        return stream.isCancelled();
    }

    /** Waits until the reader has room, then sends; false when nobody reads any more. */
    boolean send(M message) throws InterruptedException {
        while (!stream.isReady() && !stream.isCancelled()) {
            woken.acquire();
        }
        synchronized (stream) {
            if (stream.isCancelled()) {
                return false;
            }
            stream.onNext(message);
            return true;
        }
    }

    void complete() {
        synchronized (stream) {
            if (!stream.isCancelled()) {
                stream.onCompleted();
            }
        }
    }

    void fail(StatusRuntimeException error) {
        synchronized (stream) {
            if (!stream.isCancelled()) {
                stream.onError(error);
            }
        }
    }
}
