package dev.basalt.server;

import dev.basalt.admin.show.Times;
import dev.basalt.config.SchedulerConfig;
import dev.basalt.core.machine.SchedulerMachine;
import dev.basalt.core.model.Policy;
import dev.basalt.ledger.Answers;
import dev.basalt.ledger.History;
import dev.basalt.ledger.Ledger;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import dev.basalt.metrics.SchedulerMetrics;
import dev.basalt.store.StateStore;
import java.time.Duration;
import java.util.UUID;

/**
 * What a scheduler stands on, for whomever it works: its store and what that remembers, the core with its inbox and
 * view, and its metrics. Nothing of it runs by itself.
 */
final class Foundation implements AutoCloseable {
    static final String VERSION = "0.1.0";

    final SchedulerConfig config;
    final long beganUnixMillis = System.currentTimeMillis();
    final String schedulerId = "scheduler-" + UUID.randomUUID();
    final StateStore store;
    final Ledger ledger;
    final History history;
    final Answers answers;
    final Cleaner cleaner;
    final SchedulerMachine machine;
    final EventInbox inbox;
    final ViewBoard board;
    final Times times = new Times();
    final SchedulerMetrics metrics = new SchedulerMetrics();

    /**
     * Reads what the store remembers.
     *
     * @throws dev.basalt.store.StoreException CORRUPT when a record makes no sense
     */
    Foundation(SchedulerConfig config, StateStore store) {
        this.config = config;
        this.store = store;
        ledger = new Ledger(store, schedulerId);
        history = new History(
                store,
                new History.Kept(
                        Duration.ofDays(config.history().keptDays()),
                        config.history().keptDecisions()));
        answers = new Answers(store);
        cleaner = new Cleaner(history, answers);
        cleaner.run();
        Ports.restore(times, history);
        machine = new SchedulerMachine(policy(config.policy()));
        inbox = new EventInbox(config.loop().inboxCapacity());
        board = new ViewBoard(machine.view());
        if (config.volcanoMetricNames()) {
            metrics.serveVolcanoNames();
        }
    }

    @Override
    public void close() {
        cleaner.close();
        store.close();
        metrics.close();
    }

    private static Policy policy(SchedulerConfig.Policy config) {
        return new Policy(
                config.nodeSilentMillis(),
                config.acceptMillis(),
                config.completeGangMillis(),
                config.gangFill(),
                config.sharePack());
    }
}
