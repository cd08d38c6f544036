package dev.basalt.admin;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a long answer as fast as its reader reads, for any number of writing threads. {@link #isOver} says when nobody
 * reads any more.
 *
 * @param <M> type of the messages
 */
final class SteadyStream<M> {
    private final ServerCallStreamObserver<M> stream;
    private final List<Runnable> farewells = new ArrayList<>();
    private boolean ended;

    SteadyStream(StreamObserver<M> observer) {
        this.stream = (ServerCallStreamObserver<M>) observer;
        stream.setOnReadyHandler(this::wake);
        stream.setOnCancelHandler(this::sayFarewell);
    }

    synchronized boolean isOver() {
        return ended || stream.isCancelled();
    }

    /** Does that as soon as nobody reads any more; at once when that is so. */
    void onOver(Runnable farewell) {
        synchronized (this) {
            if (!isOver()) {
                farewells.add(farewell);
                return;
            }
        }
        farewell.run();
    }

    /** Waits until the reader has room, then sends; false when nobody reads any more. */
    synchronized boolean send(M message) throws InterruptedException {
        while (!stream.isReady() && !isOver()) {
            wait();
        }
        if (isOver()) {
            return false;
        }
        stream.onNext(message);
        return true;
    }

    void complete() {
        end(stream::onCompleted);
    }

    /** Ends it with an error; only the first end counts, whichever thread comes first. */
    void fail(StatusRuntimeException error) {
        end(() -> stream.onError(error));
    }

    private void end(Runnable last) {
        synchronized (this) {
            if (!isOver()) {
                last.run();
            }
            ended = true;
        }
        sayFarewell();
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Nobody reads any more: whoever waits for room goes on, and what was to be done then is done. */
    private void sayFarewell() {
        List<Runnable> due;
        synchronized (this) {
            notifyAll();
            due = List.copyOf(farewells);
            farewells.clear();
        }
        due.forEach(Runnable::run);
    }
}
