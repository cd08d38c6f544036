package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.PublishedView;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.NewestWins;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** Writes Queues' statuses: once in a while, in the background, and only those that changed. */
final class QueueStatuses {
    private static final int MOST_IN_FLIGHT = 4;
    private static final long CALL_MILLIS = 10_000;

    private final ApiCalls calls;
    private final Fence fence;
    private final Directory directory;
    private final WriteMeter meter;
    private final ConcurrentHashMap<String, QueueStatus> written = new ConcurrentHashMap<>();
    private final NewestWins<Wanted> writes;

    /** @param mustYield true while something more urgent waits for the API server */
    QueueStatuses(ApiCalls calls, Fence fence, Directory directory, WriteMeter meter, BooleanSupplier mustYield) {
        this.calls = calls;
        this.fence = fence;
        this.directory = directory;
        this.meter = meter;
        this.writes = new NewestWins<>(MOST_IN_FLIGHT, mustYield, this::write);
    }

    private record Wanted(QueueStatus status, long epoch) {}

    /** Queues stand like this now. Those that have no object are nobody's to write. */
    void show(PublishedView view) {
        SortedMap<String, QueueStatus> statuses = QueueStatus.of(view);
        Set<String> withObject = directory.queueNames();
        written.keySet().retainAll(withObject);
        statuses.forEach((name, status) -> {
            if (withObject.contains(name) && !status.equals(written.get(name))) {
                writes.put(name, new Wanted(status, view.epoch()));
            }
        });
    }

    /** Another may have written meanwhile. */
    void forgetAll() {
        written.clear();
    }

    private boolean write(String name, Wanted wanted) throws InterruptedException {
        long began = System.nanoTime();
        Answer answer = calls.make(Call.patch(
                PodGroupStatuses.GROUP + "/queues/" + name + "/status",
                Map.of("status", wanted.status().message()),
                Math.min(CALL_MILLIS, fence.leftMillis(wanted.epoch())),
                () -> fence.allows(wanted.epoch())));
        meter.called(WriteMeter.Kind.QUEUE_STATUS, Ends.of(answer), System.nanoTime() - began);
        return switch (answer) {
            case Answer.Told told
            when told.isDone() -> {
                written.put(name, wanted.status());
                yield true;
            }
            case Answer.Told told -> told.code() == 404;
            case Answer.Silence silence -> false;
            case Answer.Kept kept -> true;
        };
    }
}
