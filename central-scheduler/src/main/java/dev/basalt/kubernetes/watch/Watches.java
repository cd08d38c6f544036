package dev.basalt.kubernetes.watch;

import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.InboxClosedException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all kinds, one thread each, and puts what they say into the inbox, from one more. It does so whether this
 * process leads or not: a standby knows what the leader knows.
 */
public final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger(Watches.class);
    private static final int MOST_WAITING = 4_096;

    private final EventInbox inbox;
    private final EventMaker maker;
    private final WatchPace pace;
    private final ArrayBlockingQueue<Change> changes = new ArrayBlockingQueue<>(MOST_WAITING);
    private final List<Reflector> reflectors = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * What the watches are made of.
     *
     * @param wishes told of PodGroups that are missing
     * @param schedulerNames schedulers whose pods are ours, at least one; the first is that of gangs without pods
     * @param seed of the jitter
     */
    public record Parts(
            KubernetesClient client,
            EventInbox inbox,
            Directory directory,
            GroupWishes wishes,
            List<String> schedulerNames,
            WatchPace pace,
            long seed) {
        public Parts {
            schedulerNames = List.copyOf(schedulerNames);
            if (schedulerNames.isEmpty()) {
                throw new IllegalArgumentException("no scheduler name is given");
            }
        }
    }

    public Watches(Parts parts) {
        inbox = parts.inbox();
        pace = parts.pace();
        maker = new EventMaker(
                parts.directory(), parts.wishes(), parts.schedulerNames().getFirst());
        Reflector.Ways ways =
                new Reflector.Ways(new ApiReader(parts.client(), pace.answerMillis()), parts.schedulerNames(), pace);
        SplittableGenerator random = RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom")
                .create(parts.seed());
        for (Watched kind : Watched.values()) {
            RandomGenerator own = random.split();
            Reflector reflector = new Reflector(kind, ways, own, changes::put);
            reflectors.add(reflector);
            threads.add(thread("watch-" + kind, reflector::run));
        }
        threads.add(thread("watch-events", this::carryAll));
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private Thread thread(String name, Work work) {
        return Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                work.run();
            } catch (InterruptedException stopped) {
                LOG.debug("stopped thread={}", name);
            } catch (RuntimeException | Error bug) {
                LOG.error("the watches broke thread={}", name, bug);
                ended.completeExceptionally(bug);
                stop();
            }
        });
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    /** Ends all threads; nothing is put into the inbox once {@link #ended}. */
    public void stop() {
        threads.forEach(Thread::interrupt);
    }

    /** Ends when the watches do: exceptionally when they broke, and then this process must not go on leading. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /** How each kind is followed. */
    public List<WatchStatus> status() {
        return reflectors.stream().map(Reflector::status).toList();
    }

    private void carryAll() {
        try {
            carry();
        } catch (InterruptedException | InboxClosedException stopped) {
            stop();
            ended.complete(null);
        }
    }

    /** Waits for a change, gathers what else comes, and puts what came of it. */
    private void carry() throws InterruptedException {
        long gatherNanos = TimeUnit.MILLISECONDS.toNanos(pace.gatherMillis());
        long quietUntilNanos = System.nanoTime();
        List<Change> batch = new ArrayList<>();
        while (true) {
            batch.add(changes.take());
            long leftNanos = quietUntilNanos - System.nanoTime();
            if (leftNanos > 0) {
                TimeUnit.NANOSECONDS.sleep(leftNanos);
            }
            changes.drainTo(batch);
            batch.forEach(maker::take);
            batch.clear();
            for (Event event : maker.flush()) {
                inbox.put(event);
            }
            quietUntilNanos = System.nanoTime() + gatherNanos;
        }
    }
}
