package dev.basalt.agents;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream that keeps what is sent.
 *
 * @param <M> type of the messages
 */
public final class RecordedStream<M> extends ServerCallStreamObserver<M> {
    private final List<M> sent = new ArrayList<>();

    /** What was sent since the last call. */
    public List<M> sent() {
        List<M> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    @Override
    public void onNext(M message) {
        sent.add(message);
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onCompleted() {}

    @Override
    public void setOnCancelHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}

    @Override
    public void disableAutoInboundFlowControl() {}
}
