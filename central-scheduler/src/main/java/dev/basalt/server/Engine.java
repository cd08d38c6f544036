package dev.basalt.server;

import dev.basalt.core.machine.Event;
import dev.basalt.loop.CycleDump;
import dev.basalt.loop.EffectPort;
import dev.basalt.loop.EffectRunner;
import dev.basalt.loop.SchedulingLoop;
import dev.basalt.loop.StepClock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loop and those who do what it decides, on a {@link Foundation}. */
final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final long DRAIN_MILLIS = 2_000;

    final SchedulingLoop loop;
    final EffectRunner runner;
    private final Foundation base;

    /** @param podsGone told of pods of which nothing is left */
    Engine(Foundation base, EffectPort nodes, EffectPort objects, Consumer<List<String>> podsGone) {
        this.base = base;
        var config = base.config;
        runner = new EffectRunner(
                new EffectRunner.Ports(base.ledger, nodes, objects),
                base.inbox,
                config.loop().mostEffectsInFlight());
        loop = new SchedulingLoop(
                new SchedulingLoop.Parts(
                        base.inbox,
                        base.machine::step,
                        runner,
                        StepClock.system(),
                        new StepWatch(base, podsGone),
                        new CycleDump(config.stateDir().resolve("dumps"))),
                new SchedulingLoop.Pace(
                        config.loop().tickMillis(), config.loop().mostEventsPerStep()));
    }

    /**
     * Starts, and waits until these events are taken in.
     *
     * @throws IOException when they cannot be
     */
    void start(List<Event> first) throws IOException, InterruptedException {
        CompletableFuture<Void> taken = base.inbox.submit(first);
        loop.start();
        try {
            taken.get();
        } catch (ExecutionException failed) {
            throw new IOException("what the store holds cannot be taken in: " + failed.getMessage(), failed);
        }
    }

    /** Decides nothing more, and lets what was decided be done. */
    void stop() {
        loop.stop();
        try {
            loop.ended().handle((done, failure) -> true).join();
            if (!runner.drain(DRAIN_MILLIS)) {
                LOG.warn("effects still on their way count={}", runner.inFlight());
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
