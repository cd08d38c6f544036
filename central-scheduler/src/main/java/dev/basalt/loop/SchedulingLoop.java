package dev.basalt.loop;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Tick;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that decides. Each step takes what waits in the inbox, reads the clock once, asks the core, stores
 * what it decided and then sends it on its way. It wakes on events, and every tick period without any.
 */
public final class SchedulingLoop {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulingLoop.class);

    private final Parts parts;
    private final Pace pace;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopping;
    private long stepNumber;

    /** What the loop is made of. */
    public record Parts(
            EventInbox inbox, Core core, EffectRunner runner, StepClock clock, LoopObserver observer, CycleDump dump) {}

    /**
     * How fast it goes.
     *
     * @param tickMillis longest time between two steps, at least 1
     * @param mostEvents events one step takes at most, at least 1
     */
    public record Pace(long tickMillis, int mostEvents) {
        public Pace {
            if (tickMillis < 1 || mostEvents < 1) {
                throw new IllegalArgumentException(
                        "tick " + tickMillis + " ms and most events " + mostEvents + " must be at least 1");
            }
        }
    }

    public SchedulingLoop(Parts parts, Pace pace) {
        this.parts = parts;
        this.pace = pace;
        this.thread = Thread.ofPlatform().name("scheduling-loop").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Ends after the step it is in. */
    public void stop() {
        stopping = true;
        parts.inbox().close();
    }

    /** Ends when the loop has; with a {@link LoopFailedException} when it could not go on. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    private void run() {
        try {
            while (!stopping) {
                step(parts.inbox().take(pace.mostEvents(), pace.tickMillis()));
            }
            ended.complete(null);
        } catch (LoopFailedException failure) {
            stopping = true;
            parts.inbox().close();
            ended.completeExceptionally(failure);
        } catch (InterruptedException stopped) {
            parts.inbox().close();
            ended.complete(null);
        }
    }

    private void step(EventInbox.Batch batch) throws InterruptedException {
        stepNumber++;
        Tick tick = parts.clock().read();
        long began = System.nanoTime();
        List<Effect> effects;
        boolean stored;
        long decided;
        try {
            effects = parts.core().step(tick, batch.events());
            decided = System.nanoTime();
            stored = parts.runner().store(effects);
        } catch (RuntimeException | Error failure) {
            LoopFailedException named = dumped(tick, batch, failure);
            batch.receipts().forEach(receipt -> receipt.completeExceptionally(named));
            throw named;
        }
        long kept = System.nanoTime();
        parts.observer()
                .stepped(new LoopObserver.Step(
                        stepNumber,
                        tick,
                        batch.events().size(),
                        effects,
                        decided - began,
                        stored ? kept - decided : 0));
        batch.receipts().forEach(receipt -> receipt.complete(null));
        parts.runner().send(effects);
    }

    private LoopFailedException dumped(Tick tick, EventInbox.Batch batch, Throwable failure) {
        String where;
        try {
            where = "its events are in " + parts.dump().write(stepNumber, tick, batch.events(), failure);
        } catch (IOException unwritten) {
            LOG.error("cannot write the dump of step={}", stepNumber, unwritten);
            where = "its events could not be written: " + unwritten.getMessage();
        }
        String message = "step " + stepNumber + " failed and the scheduler stops leading: " + failure.getMessage()
                + "; "
                + where + ". Maybe start it again: what was stored before this step is kept; report the dump if it"
                + " happens twice.";
        LOG.error(message, failure);
        return new LoopFailedException(message, failure);
    }
}
