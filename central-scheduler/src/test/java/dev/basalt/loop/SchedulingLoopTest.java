package dev.basalt.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.Event;
import dev.basalt.core.machine.Event.LeaseGained;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SchedulingLoopTest {
    @TempDir
    Path folder;

    private final EventInbox inbox = new EventInbox(100);
    private final BlockingQueue<String> journal = new LinkedBlockingQueue<>();

    @Test
    void storesAllOfAStepBeforeItSendsAnyOfIt() throws Exception {
        var loop = loop(
                (tick, events) -> events.isEmpty()
                        ? List.of()
                        : List.of(evict("p1", "a"), persist(1), evict("p2", "a"), persist(2)),
                (changes, decisions) -> journal.add("store " + changes.size()),
                effect -> journal.add("evict " + ((Effect.Evict) effect).podUid()));

        loop.start();
        inbox.submit(List.of(new LeaseGained(1))).get();

        assertEquals(
                List.of("store 2", "evict p1", "evict p2"), List.of(journal.take(), journal.take(), journal.take()));
        loop.stop();
        loop.ended().get();
    }

    @Test
    void turnsAnEffectThatFailsIntoAnEvent() throws Exception {
        var seen = new LinkedBlockingQueue<Event>();
        var loop = loop(
                (tick, events) -> {
                    seen.addAll(events);
                    return events.stream().anyMatch(LeaseGained.class::isInstance)
                            ? List.of(evict("p1", "a"))
                            : List.of();
                },
                (changes, decisions) -> {},
                effect -> {
                    throw new IllegalStateException("no such node");
                });

        loop.start();
        inbox.put(new LeaseGained(7));

        assertEquals(new LeaseGained(7), seen.take());
        assertEquals(new Event.EvictFailed(7, "p1", "no such node"), seen.take());
        loop.stop();
        loop.ended().get();
    }

    @Test
    void sendsNothingAndStopsWithASentenceWhenTheStoreFails() throws Exception {
        var loop = loop(
                (tick, events) -> events.isEmpty() ? List.of() : List.of(persist(1), evict("p1", "a")),
                (changes, decisions) -> {
                    throw new IllegalStateException("disk is full");
                },
                effect -> journal.add("evict"));

        loop.start();
        var receipt = inbox.submit(List.of(new LeaseGained(1)));

        var failure = assertThrows(ExecutionException.class, () -> loop.ended().get());
        assertThrows(ExecutionException.class, receipt::get);
        assertThat(failure.getCause())
                .isInstanceOf(LoopFailedException.class)
                .hasMessageContaining("stops leading: disk is full")
                .hasMessageContaining("Maybe start it again");
        assertThat(journal).isEmpty();
        try (var files = Files.list(folder)) {
            assertThat(Files.readString(files.findFirst().orElseThrow())).contains("LeaseGained[epoch=1]");
        }
        assertThrows(InboxClosedException.class, () -> inbox.put(new LeaseGained(2)));
    }

    @Test
    void stopsWhenTheCoreIsBroken() {
        var loop = loop(
                (tick, events) -> {
                    throw new IllegalStateException("GPU gpu-1 is charged twice");
                },
                (changes, decisions) -> {},
                effect -> {});

        loop.start();

        var failure = assertThrows(ExecutionException.class, () -> loop.ended().get());
        assertThat(failure.getCause()).hasMessageContaining("GPU gpu-1 is charged twice");
    }

    @Test
    void stepsWithoutEventsEveryTick() throws Exception {
        var steps = new CountDownLatch(3);
        var loop = loop(
                (tick, events) -> {
                    steps.countDown();
                    return List.of();
                },
                (changes, decisions) -> {},
                effect -> {});

        loop.start();
        steps.await();

        loop.stop();
        loop.ended().get();
    }

    @Test
    void keepsOtherNodesGoingWhileOneIsStuck() throws Exception {
        var stuck = new CountDownLatch(1);
        var loop = loop(
                (tick, events) ->
                        events.isEmpty() ? List.of() : List.of(evict("p1", "a"), evict("p2", "a"), evict("p3", "b")),
                (changes, decisions) -> {},
                effect -> {
                    var evict = (Effect.Evict) effect;
                    if (evict.podUid().equals("p1")) {
                        stuck.await();
                    }
                    journal.add(evict.podUid());
                });

        loop.start();
        inbox.put(new LeaseGained(1));

        assertEquals("p3", journal.take());
        stuck.countDown();
        assertEquals(List.of("p1", "p2"), List.of(journal.take(), journal.take()));
        loop.stop();
        loop.ended().get();
    }

    private SchedulingLoop loop(Core core, StorePort store, EffectPort port) {
        var runner = new EffectRunner(new EffectRunner.Ports(store, port, port), inbox, 100);
        return new SchedulingLoop(
                new SchedulingLoop.Parts(inbox, core, runner, StepClock.system(), step -> {}, new CycleDump(folder)),
                new SchedulingLoop.Pace(1, 100));
    }

    private static Effect persist(long epoch) {
        return new Effect.Persist(epoch, List.of(new Effect.Persist.PutEpoch(epoch)));
    }

    private static Effect evict(String podUid, String node) {
        return new Effect.Evict(7, podUid, node, 0, Effect.Evict.Cause.NODE_DRAINED, "");
    }
}
