package dev.basalt.kubernetes.write;

import dev.basalt.core.machine.Event;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.loop.EventInbox;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls about pods, each on a virtual thread of its own: many at once, bounded, and never two about one pod. A
 * server that asks to wait is asked again within the call's time.
 */
final class PodWriter {
    private static final long LEAST_WAIT_MILLIS = 100;
    private static final long DRAIN_STEP_MILLIS = 5;

    private final ApiCalls calls;
    private final Fence fence;
    private final EventInbox inbox;
    private final WriteMeter meter;
    private final long timeoutMillis;
    private final Semaphore room;
    private final int mostInFlight;
    private final ConcurrentHashMap<String, Object> inFlight = new ConcurrentHashMap<>();

    /**
     * How calls about pods are made.
     *
     * @param timeoutMillis time from when a call's turn comes until it is given up
     * @param mostInFlight calls that are under way at most; more wait for their turn
     */
    record Terms(long timeoutMillis, int mostInFlight) {}

    PodWriter(ApiCalls calls, Fence fence, EventInbox inbox, WriteMeter meter, Terms terms) {
        this.inbox = inbox;
        this.calls = calls;
        this.fence = fence;
        this.meter = meter;
        this.timeoutMillis = terms.timeoutMillis();
        this.mostInFlight = terms.mostInFlight();
        this.room = new Semaphore(mostInFlight, true);
    }

    /** Something to do about a pod that may take a while. */
    @FunctionalInterface
    interface Work {
        /** Does it and says what came of it; null when nobody waits for that. */
        @Nullable
        Event run() throws InterruptedException;
    }

    /**
     * Does the work when its turn comes, unless some about that pod is waiting or under way already. What came of it is
     * told once it is over, so that whoever hears of it may start the next.
     *
     * @return what is under way already and was given as {@code what}, or {@code what} itself
     */
    Object start(String podUid, Object what, Work work) {
        Object earlier = inFlight.putIfAbsent(podUid, what);
        if (earlier != null) {
            return earlier;
        }
        Thread.ofVirtual().name("pod-" + podUid).start(() -> turn(podUid, work));
        return what;
    }

    /**
     * Makes one call, again and again while the server asks to wait and time is left.
     *
     * @param epoch epoch that decided it
     * @param call makes the call for a timeout in milliseconds
     */
    Answer make(WriteMeter.Kind kind, long epoch, LongFunction<Call> call) throws InterruptedException {
        long began = System.nanoTime();
        while (true) {
            long left = Math.min(timeoutMillis - millisSince(began), fence.leftMillis(epoch));
            Answer answer = left <= 0 ? new Answer.Kept() : calls.make(call.apply(left));
            meter.called(kind, Ends.of(answer), System.nanoTime() - began);
            boolean mustWait = answer instanceof Answer.Told told
                    && told.code() == 429
                    && !told.hasCause(Evictor.DISRUPTION_BUDGET);
            if (!mustWait) {
                return answer;
            }
            long wait = Math.max(LEAST_WAIT_MILLIS, ((Answer.Told) answer).retryAfterMillis());
            if (millisSince(began) + wait >= timeoutMillis) {
                return answer;
            }
            TimeUnit.MILLISECONDS.sleep(wait);
        }
    }

    /** Reads, in whatever time is usual. */
    Answer read(String path) throws InterruptedException {
        return calls.make(Call.get(path, timeoutMillis));
    }

    ApiCalls calls() {
        return calls;
    }

    Fence fence() {
        return fence;
    }

    /** Whether something about that pod is waiting or under way. */
    boolean isUnderWay(String podUid) {
        return inFlight.containsKey(podUid);
    }

    /** Whether calls wait for their turn. */
    boolean isBusy() {
        return inFlight.size() > mostInFlight;
    }

    /** Calls that are waiting or under way. */
    int inFlight() {
        return inFlight.size();
    }

    /** Waits until nothing is waiting or under way; false when that took longer. */
    boolean drain(long waitMillis) throws InterruptedException {
        long began = System.nanoTime();
        while (!inFlight.isEmpty() && millisSince(began) < waitMillis) {
            TimeUnit.MILLISECONDS.sleep(DRAIN_STEP_MILLIS);
        }
        return inFlight.isEmpty();
    }

    private void turn(String podUid, Work work) {
        Event result = null;
        try {
            room.acquire();
            try {
                result = work.run();
            } finally {
                room.release();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            inFlight.remove(podUid);
        }
        if (result != null) {
            inbox.putResult(result);
        }
    }

    private static long millisSince(long beganNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
    }
}
