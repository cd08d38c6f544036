package dev.basalt.agent;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread on which limits, tasks and conversations live, so that none of them needs a lock. */
final class AgentLoop implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
    private static final long TICK_MILLIS = 100;
    private static final long CLOSE_SECONDS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("agent-loop").factory());

    /** Calls the work about ten times a second until the loop is closed. */
    void everyTick(Runnable work) {
        ScheduledFuture<?> ignored =
                thread.scheduleWithFixedDelay(() -> guarded(work), 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void execute(Runnable work) {
        thread.execute(() -> guarded(work));
    }

    /** A bug must not stop the loop: limits stay in force, and the log says what broke. */
    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException bug) {
            LOG.error("the agent's loop met a bug and goes on", bug);
        }
    }

    /** Lets what is queued run, then ends. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            thread.shutdownNow();
        }
    }
}
