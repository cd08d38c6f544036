package dev.basalt.kubernetes.report;

import dev.basalt.core.explain.Explainer;
import dev.basalt.core.explain.ExplanationText;
import dev.basalt.core.machine.Effect;
import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.MemberView;
import dev.basalt.core.reason.Refusal;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.loop.ViewBoard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the published state some times a second and hands what changed to those who write it: statuses of gangs and
 * queues, and why pods wait. It never holds up a decision, and pods that wait only for a moment are not written about.
 */
public final class Reports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
    private static final long ROUND_MILLIS = 500;
    private static final long QUEUES_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** A pod that waits longer is told why. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** An explanation tries the gang on the whole cluster; so many are made in one round. */
    private static final int MOST_EXPLAINED = 10;

    private static final int EVENT_WORKERS = 8;

    private final ViewBoard board;
    private final Directory directory;
    private final PodGroupStatuses podGroups;
    private final QueueStatuses queues;
    private final PodConditions conditions;
    private final EventWriter events;
    private final RefusedPods refused;
    private final boolean writesQueueStatus;
    private final boolean ownsEmptyGroups;
    private final Thread thread = Thread.ofPlatform().name("reports").daemon().unstarted(this::run);
    private final Map<String, Shown> shown = new HashMap<>();
    private final LinkedHashMap<String, Long> unexplained = new LinkedHashMap<>();
    private volatile boolean stopping;
    private long epoch;
    private long lastView = -1;
    private long queuesNanos;

    /** What it needs of the rest. */
    public record Parts(ApiCalls calls, Fence fence, Directory directory, ViewBoard board, WriteMeter meter) {}

    /**
     * How it reports.
     *
     * @param isPodBusy whether a bind, or the like, of a pod is waiting or under way
     * @param mustYield true while something more urgent waits for the API server
     * @param instance name of this process, for people
     * @param writesQueueStatus whether queues' statuses are ours to write
     * @param ownsEmptyGroups whether a PodGroup without pods is ours; no beside another scheduler of the kind, because
     *     a PodGroup does not say whose it is until one of its pods does
     */
    public record Terms(
            Predicate<String> isPodBusy,
            BooleanSupplier mustYield,
            String instance,
            boolean writesQueueStatus,
            boolean ownsEmptyGroups) {}

    /** A gang as it was last shown, and what was said of its wait. */
    private record Shown(GangView gang, List<Refusal> explained, String why) {}

    public Reports(Parts parts, Terms terms) {
        board = parts.board();
        directory = parts.directory();
        podGroups = new PodGroupStatuses(parts.calls(), parts.fence(), directory, parts.meter(), terms.mustYield());
        queues = new QueueStatuses(parts.calls(), parts.fence(), directory, parts.meter(), terms.mustYield());
        conditions = new PodConditions(parts.calls(), parts.fence(), directory, parts.meter(), terms);
        events = new EventWriter(
                parts.calls(),
                parts.fence(),
                parts.meter(),
                new EventWriter.Terms(terms.mustYield(), terms.instance(), EVENT_WORKERS));
        refused = new RefusedPods(directory, PATIENCE_NANOS, events::tell);
        writesQueueStatus = terms.writesQueueStatus();
        ownsEmptyGroups = terms.ownsEmptyGroups();
    }

    public void start() {
        thread.start();
    }

    /** A bind was done. */
    public void bound(Effect.Bind bind, Directory.Pod pod) {
        List<String> devices = bind.grants().stream()
                .map(grant -> grant.key().deviceUuid())
                .distinct()
                .toList();
        String note = ExplanationText.assigned(pod.namespace() + "/" + pod.name(), bind.nodeName(), devices);
        events.tell(new Happening(Happening.Regarding.pod(pod), false, "Scheduled", "Binding", note, bind.epoch()));
    }

    /** An eviction was done. */
    public void evicted(Effect.Evict evict, Directory.Pod pod) {
        events.tell(new Happening(
                Happening.Regarding.pod(pod),
                true,
                "Evicted",
                camelCase(evict.cause()),
                evict.detail(),
                evict.epoch()));
    }

    /** Waits for a word about a pod that is under way: it must not come after the pod's bind. */
    public void awaitWordOf(String podUid) {
        conditions.awaitUnderWay(podUid);
    }

    /** Events that wait to be written. */
    public int eventsWaiting() {
        return events.waiting();
    }

    /** PodGroups whose status is to be written. */
    public int statusesWaiting() {
        return podGroups.waiting();
    }

    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        events.close();
    }

    private void run() {
        while (!stopping) {
            try {
                round(board.shown(), System.nanoTime());
            } catch (RuntimeException bug) {
                LOG.error("a report failed; the next one is tried", bug);
            }
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS));
        }
    }

    void round(ViewBoard.Shown latest, long nowNanos) {
        PublishedView view = latest.view();
        if (!view.gate().open()) {
            return;
        }
        if (view.epoch() != epoch) {
            beginAnew(view.epoch());
        }
        if (latest.number() != lastView) {
            lastView = latest.number();
            show(view, nowNanos);
        }
        explain(view, nowNanos);
        refused.round(view.refusedObjects(), nowNanos, epoch);
        if (writesQueueStatus && (nowNanos - queuesNanos >= QUEUES_EVERY_NANOS || queuesNanos == 0)) {
            queuesNanos = nowNanos;
            queues.show(view);
        }
    }

    /** Another scheduler may have led, and written, meanwhile. */
    private void beginAnew(long newEpoch) {
        epoch = newEpoch;
        shown.clear();
        unexplained.clear();
        podGroups.forgetAll();
        queues.forgetAll();
        conditions.forgetAll();
        refused.forgetAll();
    }

    @SuppressWarnings("ReferenceEquality") // A view of a gang that did not change is the same object.
    private void show(PublishedView view, long nowNanos) {
        Map<String, Shown> gone = new HashMap<>(shown);
        for (GangView gang : view.gangs()) {
            Shown before = gone.remove(gang.uid());
            if (before == null || before.gang() != gang) {
                changed(gang, before, nowNanos);
            }
        }
        for (Map.Entry<String, Shown> each : gone.entrySet()) {
            shown.remove(each.getKey());
            unexplained.remove(each.getKey());
            forgetPods(each.getValue().gang());
        }
    }

    private void changed(GangView gang, @Nullable Shown before, long nowNanos) {
        boolean waits = !gang.refusals().isEmpty() && hasWaitingPods(gang);
        List<Refusal> explained = before == null ? List.of() : before.explained();
        boolean isSame = explained.equals(gang.refusals());
        String why = before == null || !waits ? "" : before.why();
        shown.put(gang.uid(), new Shown(gang, isSame ? explained : List.of(), why));
        if (!waits) {
            unexplained.remove(gang.uid());
        } else if (!isSame) {
            unexplained.putIfAbsent(gang.uid(), nowNanos);
        }
        if (ownsEmptyGroups
                || podGroups.hasWritten(gang.uid())
                || !directory.members(gang.uid()).isEmpty()) {
            podGroups.show(gang, why.isEmpty() ? sentences(gang.refusals()) : why, epoch);
        }
        for (MemberView member : gang.members()) {
            if (member.placement() != null) {
                conditions.forget(member.podUid());
            }
        }
    }

    private void explain(PublishedView view, long nowNanos) {
        List<String> due = new ArrayList<>();
        for (Map.Entry<String, Long> each : unexplained.entrySet()) {
            if (due.size() < MOST_EXPLAINED && nowNanos - each.getValue() >= PATIENCE_NANOS) {
                due.add(each.getKey());
            }
        }
        for (String gangUid : due) {
            unexplained.remove(gangUid);
            GangView gang = view.gang(gangUid);
            if (gang != null && !gang.refusals().isEmpty()) {
                explain(view, gang);
            }
        }
    }

    private void explain(PublishedView view, GangView gang) {
        var explainer = new Explainer(view.policy(), view::podName);
        var explanation = explainer.explain(view.snapshot(), view.demands(), gang.uid());
        String why = explanation.refusals().isEmpty()
                ? sentences(gang.refusals())
                : String.join("; ", ExplanationText.lines(explanation));
        shown.put(gang.uid(), new Shown(gang, gang.refusals(), why));
        podGroups.show(gang, why, epoch);
        Waiting waiting = Waiting.of(gang.refusals());
        Directory.Group group = directory.group(gang.uid());
        if (group != null && group.hasPodGroupObject()) {
            tell(Happening.Regarding.podGroup(group), waiting, why);
        }
        for (MemberView member : gang.members()) {
            Directory.Pod pod = member.placement() == null ? directory.pod(member.podUid()) : null;
            if (pod != null) {
                conditions.waits(pod.uid(), waiting.reason(), why, epoch);
                tell(Happening.Regarding.pod(pod), waiting, why);
            }
        }
    }

    private void tell(Happening.Regarding regarding, Waiting waiting, String why) {
        String note = waiting.reason().equals(Waiting.UNSCHEDULABLE) ? why : waiting.reason() + ": " + why;
        events.tell(new Happening(regarding, true, "FailedScheduling", "Scheduling", note, epoch));
    }

    private void forgetPods(GangView gang) {
        for (MemberView member : gang.members()) {
            conditions.forget(member.podUid());
        }
    }

    private static boolean hasWaitingPods(GangView gang) {
        return gang.members().stream()
                .anyMatch(
                        member -> member.placement() == null && !member.podUid().isEmpty());
    }

    private static String sentences(List<Refusal> refusals) {
        return String.join(
                "; ", refusals.stream().map(ExplanationText::sentence).toList());
    }

    /** {@code GANG_INCOMPLETE} as {@code GangIncomplete}. */
    private static String camelCase(Effect.Evict.Cause cause) {
        StringBuilder word = new StringBuilder();
        for (String part : cause.name().split("_", -1)) {
            word.append(part.charAt(0)).append(part.substring(1).toLowerCase(Locale.ROOT));
        }
        return word.toString();
    }
}
