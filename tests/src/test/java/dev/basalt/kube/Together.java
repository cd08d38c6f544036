package dev.basalt.kube;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Many requests at a time, and no more than an API server on a small machine likes. */
public final class Together {
    private static final int AT_A_TIME = 32;

    private Together() {}

    /** Returns when it was done for all; the first failure is thrown after the others have ended. */
    public static <T> void each(Collection<T> items, Consumer<T> work) {
        Semaphore room = new Semaphore(AT_A_TIME);
        List<Future<?>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (T item : items) {
                running.add(threads.submit(() -> {
                    room.acquireUninterruptibly();
                    try {
                        work.accept(item);
                    } finally {
                        room.release();
                    }
                }));
            }
        }
        for (Future<?> one : running) {
            try {
                one.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
