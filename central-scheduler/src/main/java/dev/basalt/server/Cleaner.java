package dev.basalt.server;

import dev.basalt.ledger.Answers;
import dev.basalt.ledger.History;
import dev.basalt.store.StoreException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets old decisions and answers, so that the store does not grow for ever. */
final class Cleaner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cleaner.class);
    private static final long PERIOD_MINUTES = 10;

    private final History history;
    private final Answers answers;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("cleaner").factory());

    Cleaner(History history, Answers answers) {
        this.history = history;
        this.answers = answers;
    }

    void run() {
        long nowUnixMillis = System.currentTimeMillis();
        history.prune(nowUnixMillis);
        answers.prune(nowUnixMillis);
    }

    /** Cleans again and again, until it is closed. */
    void start() {
        var unending = timer.scheduleWithFixedDelay(this::tryRun, PERIOD_MINUTES, PERIOD_MINUTES, TimeUnit.MINUTES);
        LOG.debug("cleaning every {} minutes: {}", PERIOD_MINUTES, unending);
    }

    @Override
    public void close() {
        timer.close();
    }

    /** What could not be cleaned is cleaned next time; a store that is broken stops the loop, not this. */
    private void tryRun() {
        try {
            run();
        } catch (StoreException failed) {
            LOG.warn("cannot clean the store: {}", failed.getMessage());
        }
    }
}
