package dev.basalt.kubernetes.report;

import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.NewestWins;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Writes the condition {@code PodScheduled=False} of pods that wait, in the background and only when its reason
 * changed, or its words some time ago. That a pod is scheduled the API server writes by itself when it is bound; so
 * that a late word of waiting never goes over that, a bind waits for the pod's condition that is under way, and none
 * begins while a bind is.
 */
final class PodConditions {
    private static final int MOST_IN_FLIGHT = 8;
    private static final long CALL_MILLIS = 5_000;
    private static final int MOST_MESSAGE_CHARS = 1_024;
    private static final long WORDS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ApiCalls calls;
    private final Fence fence;
    private final Directory directory;
    private final WriteMeter meter;
    private final Predicate<String> isBeingWritten;
    private final ConcurrentHashMap<String, Written> written = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final NewestWins<Wanted> writes;

    /** @param terms which pods are busy, and when to yield */
    PodConditions(ApiCalls calls, Fence fence, Directory directory, WriteMeter meter, Reports.Terms terms) {
        this.calls = calls;
        this.fence = fence;
        this.directory = directory;
        this.meter = meter;
        this.isBeingWritten = terms.isPodBusy();
        this.writes = new NewestWins<>(MOST_IN_FLIGHT, terms.mustYield(), this::write);
    }

    private record Wanted(String reason, String message, long epoch) {}

    private record Written(String reason, String message, long atNanos) {}

    /** The pod waits for that reason. */
    void waits(String podUid, String reason, String message, long epoch) {
        Written before = written.get(podUid);
        String cut = message.length() <= MOST_MESSAGE_CHARS ? message : message.substring(0, MOST_MESSAGE_CHARS);
        boolean isNews = before == null
                || !before.reason().equals(reason)
                || (!before.message().equals(cut) && System.nanoTime() - before.atNanos() > WORDS_EVERY_NANOS);
        if (isNews) {
            writes.put(podUid, new Wanted(reason, cut, epoch));
        }
    }

    /** The pod waits no more: it has room, or it is gone. */
    void forget(String podUid) {
        written.remove(podUid);
    }

    /** Another may have written meanwhile. */
    void forgetAll() {
        written.clear();
    }

    /** Waits for a condition of that pod that is under way; none begins while {@code isBeingWritten}. */
    void awaitUnderWay(String podUid) {
        CompletableFuture<Void> running = underWay.get(podUid);
        if (running != null) {
            running.join();
        }
    }

    private boolean write(String podUid, Wanted wanted) throws InterruptedException {
        Directory.Pod pod = directory.pod(podUid);
        if (pod == null) {
            return true;
        }
        CompletableFuture<Void> running = new CompletableFuture<>();
        underWay.put(podUid, running);
        try {
            return isBeingWritten.test(podUid) || patch(pod, wanted);
        } finally {
            underWay.remove(podUid);
            running.complete(null);
        }
    }

    private boolean patch(Directory.Pod pod, Wanted wanted) throws InterruptedException {
        Map<String, Object> condition = Map.of(
                "type", "PodScheduled",
                "status", "False",
                "reason", wanted.reason(),
                "message", wanted.message(),
                "lastTransitionTime",
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        Map<String, Object> body =
                Map.of("metadata", Map.of("uid", pod.uid()), "status", Map.of("conditions", List.of(condition)));
        long began = System.nanoTime();
        Answer answer = calls.make(Call.mergeLists(
                "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/status",
                body,
                Math.min(CALL_MILLIS, fence.leftMillis(wanted.epoch())),
                () -> fence.allows(wanted.epoch())));
        meter.called(WriteMeter.Kind.POD_CONDITION, Ends.of(answer), System.nanoTime() - began);
        return switch (answer) {
            case Answer.Told told
            when told.isDone() -> {
                written.put(pod.uid(), new Written(wanted.reason(), wanted.message(), System.nanoTime()));
                yield true;
            }
            case Answer.Told told -> told.code() == 404 || told.code() == 409;
            case Answer.Silence silence -> false;
            case Answer.Kept kept -> true;
        };
    }
}
