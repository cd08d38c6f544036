package dev.basalt.kubernetes.report;

import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes Events, in the background: a bounded queue that drops its oldest, a budget for each object, and one Event with
 * a count for what happens again. Lost Events cost nobody anything but words.
 */
final class EventWriter implements AutoCloseable {
    /** events.k8s.io/v1 allows 1024 bytes. */
    private static final int MOST_NOTE_BYTES = 1_024;

    private static final int MOST_WAITING = 50_000;
    private static final int MOST_REMEMBERED = 10_000;
    private static final long CALL_MILLIS = 10_000;
    private static final long YIELD_MILLIS = 20;
    private static final String CONTROLLER = "basalt.dev/scheduler";
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiCalls calls;
    private final Fence fence;
    private final WriteMeter meter;
    private final BooleanSupplier mustYield;
    private final String instance;
    private final AtomicLong numbers = new AtomicLong(System.currentTimeMillis() << 20);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Happening> waiting = new ArrayDeque<>();
    private final EventBudget budget = new EventBudget();
    private final LinkedHashMap<String, Series> remembered = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Series> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };
    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean closed;

    /** What was told before, and how often. */
    private record Series(String name, int count) {}

    /**
     * How Events are written.
     *
     * @param mustYield true while something more urgent waits for the API server
     * @param instance name of this process, for people
     */
    record Terms(BooleanSupplier mustYield, String instance, int workerCount) {}

    EventWriter(ApiCalls calls, Fence fence, WriteMeter meter, Terms terms) {
        this.calls = calls;
        this.fence = fence;
        this.meter = meter;
        this.mustYield = terms.mustYield();
        this.instance = terms.instance();
        for (int worker = 0; worker < terms.workerCount(); worker++) {
            workers.add(Thread.ofVirtual().name("events-" + worker).start(this::work));
        }
    }

    /** Tells it sometime soon; never waits. */
    void tell(Happening happening) {
        lock.lock();
        try {
            if (!budget.take(happening.regarding().uid(), System.nanoTime())) {
                meter.dropped(WriteMeter.Kind.EVENT);
                return;
            }
            if (waiting.size() >= MOST_WAITING) {
                waiting.removeFirst();
                meter.dropped(WriteMeter.Kind.EVENT);
            }
            waiting.addLast(happening);
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Events that wait. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        workers.forEach(Thread::interrupt);
    }

    private void work() {
        try {
            while (!closed) {
                Happening next = take();
                while (mustYield.getAsBoolean() && !closed) {
                    TimeUnit.MILLISECONDS.sleep(YIELD_MILLIS);
                }
                write(next);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Happening take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                arrived.await();
            }
            return waiting.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    private void write(Happening happening) throws InterruptedException {
        String key = happening.regarding().uid() + ' ' + happening.reason() + ' ' + happening.note();
        Series before = find(key);
        String path =
                "/apis/events.k8s.io/v1/namespaces/" + happening.regarding().namespace() + "/events";
        boolean isTold = before != null && again(path, key, before, happening);
        if (!isTold) {
            first(path, key, happening);
        }
    }

    private void first(String path, String key, Happening happening) throws InterruptedException {
        String name = happening.regarding().name() + '.' + Long.toHexString(numbers.incrementAndGet());
        if (make(happening, timeout -> Call.post(path, event(happening, name), timeout, leave(happening)))) {
            remember(key, new Series(name, 1));
        }
    }

    private boolean again(String path, String key, Series before, Happening happening) throws InterruptedException {
        int count = before.count() + 1;
        Map<String, Object> series =
                Map.of("series", Map.of("count", count, "lastObservedTime", MICROS.format(Instant.now())));
        boolean isDone =
                make(happening, timeout -> Call.patch(path + "/" + before.name(), series, timeout, leave(happening)));
        remember(key, isDone ? new Series(before.name(), count) : null);
        return isDone;
    }

    private boolean make(Happening happening, java.util.function.LongFunction<Call> call) throws InterruptedException {
        long began = System.nanoTime();
        Answer answer = calls.make(call.apply(Math.min(CALL_MILLIS, fence.leftMillis(happening.epoch()))));
        meter.called(WriteMeter.Kind.EVENT, Ends.of(answer), System.nanoTime() - began);
        return answer instanceof Answer.Told told && told.isDone();
    }

    private BooleanSupplier leave(Happening happening) {
        return () -> fence.allows(happening.epoch());
    }

    private Event event(Happening happening, String name) {
        Happening.Regarding regarding = happening.regarding();
        return new EventBuilder()
                .withNewMetadata()
                .withNamespace(regarding.namespace())
                .withName(name)
                .endMetadata()
                .withEventTime(new MicroTime(MICROS.format(Instant.now())))
                .withReportingController(CONTROLLER)
                .withReportingInstance(instance)
                .withType(happening.isWarning() ? "Warning" : "Normal")
                .withReason(happening.reason())
                .withAction(happening.action())
                .withNote(cut(happening.note()))
                .withNewRegarding()
                .withApiVersion(regarding.apiVersion())
                .withKind(regarding.kind())
                .withNamespace(regarding.namespace())
                .withName(regarding.name())
                .withUid(regarding.uid())
                .endRegarding()
                .build();
    }

    private @Nullable Series find(String key) {
        lock.lock();
        try {
            return remembered.get(key);
        } finally {
            lock.unlock();
        }
    }

    private void remember(String key, @Nullable Series series) {
        lock.lock();
        try {
            if (series == null) {
                remembered.remove(key);
            } else {
                remembered.put(key, series);
            }
        } finally {
            lock.unlock();
        }
    }

    /** At most so many bytes, without half a character at the end. */
    static String cut(String note) {
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MOST_NOTE_BYTES) {
            return note;
        }
        int end = MOST_NOTE_BYTES - 3;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
    }
}
