package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.Answer;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.Call;
import dev.basalt.kubernetes.call.Ends;
import dev.basalt.kubernetes.call.NewestWins;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes PodGroups' statuses: in the background, only on change, the newest of each. What is written now is read once
 * for each PodGroup, so that nothing is written twice after a restart either.
 */
final class PodGroupStatuses {
    static final String GROUP = "/apis/scheduling.volcano.sh/v1beta1";
    private static final int MOST_IN_FLIGHT = 8;
    private static final long CALL_MILLIS = 10_000;
    /** Words alone are written this often at most: positions and counts move all the time. */
    private static final long WORDS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ApiCalls calls;
    private final Fence fence;
    private final Directory directory;
    private final WriteMeter meter;
    private final ConcurrentHashMap<String, Known> known = new ConcurrentHashMap<>();
    private final NewestWins<Wanted> writes;
    private volatile @Nullable String suffix;

    /** @param mustYield true while something more urgent waits for the API server */
    PodGroupStatuses(ApiCalls calls, Fence fence, Directory directory, WriteMeter meter, BooleanSupplier mustYield) {
        this.calls = calls;
        this.fence = fence;
        this.directory = directory;
        this.meter = meter;
        this.writes = new NewestWins<>(MOST_IN_FLIGHT, mustYield, this::write);
    }

    private record Wanted(GangView gang, String why, long epoch) {}

    private record Known(PodGroupStatus status, long writtenNanos) {}

    /** The gang stands like this now; {@code why} says why it waits. */
    void show(GangView gang, String why, long epoch) {
        Directory.Group group = directory.group(gang.uid());
        if (group != null && group.hasPodGroupObject()) {
            writes.put(gang.uid(), new Wanted(gang, why, epoch));
        } else if (group == null) {
            known.remove(gang.uid());
        }
    }

    /** Whether its status was written under this epoch. */
    boolean hasWritten(String gangUid) {
        return known.containsKey(gangUid);
    }

    /** Another may have written meanwhile: what is there must be read anew. */
    void forgetAll() {
        known.clear();
    }

    /** What is left to be written. */
    int waiting() {
        return writes.waiting();
    }

    private boolean write(String gangUid, Wanted wanted) throws InterruptedException {
        Directory.Group group = directory.group(gangUid);
        if (group == null || !group.hasPodGroupObject() || !fence.allows(wanted.epoch())) {
            known.remove(gangUid);
            return true;
        }
        String path = GROUP + "/namespaces/" + group.namespace() + "/podgroups/" + group.name();
        Known before = known.get(gangUid);
        if (before == null) {
            PodGroupStatus read = read(path);
            if (read == null) {
                return false;
            }
            before = new Known(read, 0);
            known.put(gangUid, before);
        }
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        PodGroupStatus next = PodGroupStatus.of(wanted.gang(), before.status(), wanted.why(), now);
        boolean isDue = next.differsFrom(before.status())
                || (!next.equals(before.status()) && System.nanoTime() - before.writtenNanos() > WORDS_EVERY_NANOS);
        return !isDue || patch(gangUid, path, next, wanted.epoch());
    }

    private boolean patch(String gangUid, String path, PodGroupStatus next, long epoch) throws InterruptedException {
        String where = suffix();
        if (where == null) {
            return false;
        }
        long began = System.nanoTime();
        Answer answer = calls.make(Call.patch(
                path + where,
                Map.of("status", message(next)),
                Math.min(CALL_MILLIS, fence.leftMillis(epoch)),
                () -> fence.allows(epoch)));
        meter.called(WriteMeter.Kind.POD_GROUP_STATUS, Ends.of(answer), System.nanoTime() - began);
        return switch (answer) {
            case Answer.Told told
            when told.isDone() -> {
                known.put(gangUid, new Known(next, System.nanoTime()));
                yield true;
            }
            case Answer.Told told
            when told.code() == 404 -> {
                known.remove(gangUid);
                yield true;
            }
            case Answer.Told told -> false;
            case Answer.Silence silence -> {
                known.remove(gangUid);
                yield false;
            }
            case Answer.Kept kept -> true;
        };
    }

    /** What is written now; null when that cannot be read. A PodGroup that is gone has none. */
    private @Nullable PodGroupStatus read(String path) throws InterruptedException {
        return switch (calls.make(Call.get(path, CALL_MILLIS))) {
            case Answer.Told told
            when told.isDone() ->
                status(calls.read(told, GenericKubernetesResource.class)
                        .getAdditionalProperties()
                        .get("status"));
            case Answer.Told told -> told.code() == 404 ? PodGroupStatus.NONE : null;
            case Answer.Silence silence -> null;
            case Answer.Kept kept -> null;
        };
    }

    /** Our CRD has a status of its own; Volcano's may keep it with the object. Null while nobody says. */
    private @Nullable String suffix() throws InterruptedException {
        String found = suffix;
        if (found == null && calls.make(Call.get(GROUP, CALL_MILLIS)) instanceof Answer.Told told && told.isDone()) {
            boolean hasOwn = calls.read(told, APIResourceList.class).getResources().stream()
                    .anyMatch(resource -> resource.getName().equals("podgroups/status"));
            found = hasOwn ? "/status" : "";
            suffix = found;
        }
        return found;
    }

    static PodGroupStatus status(@Nullable Object stored) {
        if (!(stored instanceof Map<?, ?> status)) {
            return PodGroupStatus.NONE;
        }
        List<PodGroupStatus.Condition> conditions = new ArrayList<>();
        if (status.get("conditions") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> condition) {
                    conditions.add(new PodGroupStatus.Condition(
                            text(condition, "type"),
                            text(condition, "status"),
                            text(condition, "transitionID"),
                            text(condition, "lastTransitionTime"),
                            text(condition, "reason"),
                            text(condition, "message")));
                }
            }
        }
        return new PodGroupStatus(
                text(status, "phase"),
                conditions,
                number(status, "running"),
                number(status, "succeeded"),
                number(status, "failed"));
    }

    static Map<String, Object> message(PodGroupStatus status) {
        TreeMap<String, Object> message = new TreeMap<>();
        message.put("phase", status.phase());
        message.put("running", status.running());
        message.put("succeeded", status.succeeded());
        message.put("failed", status.failed());
        message.put(
                "conditions",
                status.conditions().stream().map(PodGroupStatuses::message).toList());
        return message;
    }

    private static Map<String, Object> message(PodGroupStatus.Condition condition) {
        return new TreeMap<>(Map.of(
                "type", condition.type(),
                "status", condition.status(),
                "transitionID", condition.transitionId(),
                "lastTransitionTime", condition.lastTransition(),
                "reason", condition.reason(),
                "message", condition.message()));
    }

    private static String text(Map<?, ?> from, String key) {
        return from.get(key) instanceof String text ? text : "";
    }

    private static int number(Map<?, ?> from, String key) {
        return from.get(key) instanceof Number number ? number.intValue() : 0;
    }
}
