package dev.basalt.transport;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * The sending side of one stream, for any thread. A peer that does not read is cut off once too much waits for it, so
 * that it costs no memory without bound.
 *
 * @param <M> type of the messages
 */
public final class Outbound<M> {
    private final ServerCallStreamObserver<M> stream;
    private final int mostUnread;
    private int unread;
    private boolean closed;

    /** @param mostUnread messages that may wait for a peer that does not read */
    public Outbound(ServerCallStreamObserver<M> stream, int mostUnread) {
        this.stream = stream;
        this.mostUnread = mostUnread;
    }

    /** Sends a message; false when the stream has ended or the peer was cut off. */
    public synchronized boolean send(M message) {
        if (closed || stream.isCancelled()) {
            return false;
        }
        unread = stream.isReady() ? 0 : unread + 1;
        if (unread > mostUnread) {
            closed = true;
            stream.onError(Status.RESOURCE_EXHAUSTED
                    .withDescription(mostUnread + " messages wait and none was read. Maybe connect again.")
                    .asRuntimeException());
            return false;
        }
        try {
            stream.onNext(message);
            return true;
        } catch (IllegalStateException endedByTheGuard) {
            // ErrorGuard ends a call whose last message failed, and gRPC does not count that as cancelled.
            closed = true;
            return false;
        }
    }

    /** Whether the peer has read what was sent. */
    public synchronized boolean isReady() {
        return !closed && stream.isReady();
    }

    /** Ends the stream. */
    public synchronized void complete() {
        end(stream::onCompleted);
    }

    /** Ends the stream with an error. */
    public synchronized void fail(StatusRuntimeException error) {
        end(() -> stream.onError(error));
    }

    private void end(Runnable last) {
        if (!closed && !stream.isCancelled()) {
            try {
                last.run();
            } catch (IllegalStateException endedByTheGuard) {
                // It has ended already, which is what was wanted.
            }
        }
        closed = true;
    }
}
