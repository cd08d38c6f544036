package dev.basalt.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SteadyStreamTest {
    private final SlowReader reader = new SlowReader();
    private final SteadyStream<String> stream = new SteadyStream<>(reader);

    @Test
    void letsEveryWriterGoOnWhenTheReaderHasRoomAgain() throws Exception {
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> one = writers.submit(() -> stream.send("one"));
            Future<Boolean> two = writers.submit(() -> stream.send("two"));

            reader.hasRoom();

            assertEquals(List.of(true, true), List.of(one.get(), two.get()));
            assertEquals(2, reader.read.size());
        }
    }

    @Test
    void letsEveryWriterGoWhenTheReaderHangsUp() throws Exception {
        AtomicInteger farewells = new AtomicInteger();
        stream.onOver(farewells::incrementAndGet);
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> one = writers.submit(() -> stream.send("one"));
            Future<Boolean> two = writers.submit(() -> stream.send("two"));

            reader.hangsUp();

            assertEquals(List.of(false, false), List.of(one.get(), two.get()));
        }
        stream.onOver(farewells::incrementAndGet);
        assertEquals(2, farewells.get());
    }

    @Test
    void endsOnceHoweverManyWritersEndIt() throws Exception {
        reader.hasRoom();

        stream.complete();
        stream.complete();

        assertEquals(false, stream.send("too late"));
        assertEquals(1, reader.ends.get());
    }

    /** Has no room until it says so. */
    private static final class SlowReader extends ServerCallStreamObserver<String> {
        final ConcurrentLinkedQueue<String> read = new ConcurrentLinkedQueue<>();
        final AtomicInteger ends = new AtomicInteger();
        private Runnable onReady = () -> {};
        private Runnable onCancel = () -> {};
        private volatile boolean ready;
        private volatile boolean cancelled;

        void hasRoom() {
            ready = true;
            onReady.run();
        }

        void hangsUp() {
            cancelled = true;
            onCancel.run();
        }

        @Override
        public void onNext(String message) {
            read.add(message);
        }

        @Override
        public void onError(Throwable error) {
            ends.incrementAndGet();
        }

        @Override
        public void onCompleted() {
            ends.incrementAndGet();
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            onReady = handler;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {
            onCancel = handler;
        }

        @Override
        public void setCompression(String compression) {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoInboundFlowControl() {}
    }
}
