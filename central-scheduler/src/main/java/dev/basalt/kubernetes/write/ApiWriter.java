package dev.basalt.kubernetes.write;

import dev.basalt.core.machine.Effect;
import dev.basalt.kubernetes.Directory;
import dev.basalt.kubernetes.call.ApiCalls;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.kubernetes.gang.GroupWishes;
import dev.basalt.kubernetes.gang.PodGroupMaker;
import dev.basalt.kubernetes.lease.Fence;
import dev.basalt.kubernetes.report.Reports;
import dev.basalt.loop.EventInbox;
import dev.basalt.loop.ViewBoard;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that this scheduler writes to the API server but its lease. Binds and evictions answer through the inbox;
 * what users read is written in the background, from the published state.
 */
public final class ApiWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiWriter.class);

    private final PodWriter pods;
    private final Binder binder;
    private final Evictor evictor;
    private final PodGroupMaker groups;
    private final Reports reports;
    private final Terms terms;

    /** What it needs of the rest. */
    public record Parts(
            ApiCalls calls, Fence fence, Directory directory, EventInbox inbox, ViewBoard board, WriteMeter meter) {}

    /**
     * How it writes.
     *
     * @param bindTimeoutMillis time from when a bind's turn comes until it is given up
     * @param mostBindsInFlight binds and evictions that are under way at most
     * @param instance name of this process, for people
     * @param writesQueueStatus whether queues' statuses are ours to write
     * @param ownsEmptyGroups whether a PodGroup without pods is ours
     * @param annotations what a Binding tells of grants, rank and epoch
     * @param raiseEpoch leads under a higher epoch
     */
    public record Terms(
            long bindTimeoutMillis,
            int mostBindsInFlight,
            String instance,
            boolean writesQueueStatus,
            boolean ownsEmptyGroups,
            Function<Effect.Bind, Map<String, String>> annotations,
            LongConsumer raiseEpoch) {}

    public ApiWriter(Parts parts, Terms terms) {
        this.terms = terms;
        pods = new PodWriter(
                parts.calls(),
                parts.fence(),
                parts.inbox(),
                parts.meter(),
                new PodWriter.Terms(terms.bindTimeoutMillis(), terms.mostBindsInFlight()));
        groups = new PodGroupMaker(parts.calls(), parts.fence(), parts.meter(), pods::isBusy);
        reports = new Reports(
                new Reports.Parts(parts.calls(), parts.fence(), parts.directory(), parts.board(), parts.meter()),
                new Reports.Terms(
                        pods::isUnderWay,
                        pods::isBusy,
                        terms.instance(),
                        terms.writesQueueStatus(),
                        terms.ownsEmptyGroups()));
        binder = new Binder(pods, parts.directory(), parts.inbox(), new Listener(reports), terms.annotations());
        evictor = new Evictor(pods, parts.directory(), parts.inbox(), reports::evicted);
    }

    private record Listener(Reports reports) implements Binder.Told {
        @Override
        public void binds(Effect.Bind bind) {
            reports.awaitWordOf(bind.podUid());
        }

        @Override
        public void bound(Effect.Bind bind, Directory.Pod pod) {
            reports.bound(bind, pod);
        }
    }

    /** Begins to write what users read, and to make PodGroups that are missing. */
    public void start() {
        groups.start();
        reports.start();
    }

    /** Takes PodGroups that are wanted. */
    public GroupWishes groups() {
        return groups;
    }

    /** Binds and evicts. */
    public void runOnPod(Effect effect) {
        switch (effect) {
            case Effect.Bind bind -> binder.bind(bind);
            case Effect.Evict evict -> evictor.evict(evict);
            default -> throw new IllegalStateException("no effect on a placed pod: " + effect);
        }
    }

    /** Does what concerns objects. */
    public void runOnObject(Effect effect) {
        switch (effect) {
            case Effect.DeletePod delete -> evictor.delete(delete);
            case Effect.RaiseEpoch raise -> terms.raiseEpoch().accept(raise.epoch());
            // Reports reads it in the published state, where only the newest is.
            case Effect.ReportStatus status -> {}
            case Effect.CreatePods create ->
                LOG.warn(
                        "gang={} needs pods={}, and in this mode its controller makes them",
                        create.gangUid(),
                        create.pods().size());
            // No rule holds devices yet; the object that mirrors holds comes with the first.
            case Effect.Mirror mirror -> LOG.debug("holds={}", mirror.holds().size());
            default -> throw new IllegalStateException("no effect on objects: " + effect);
        }
    }

    /** Binds and evictions that wait or are under way. */
    public int inFlight() {
        return pods.inFlight();
    }

    /** Events that wait to be written. */
    public int eventsWaiting() {
        return reports.eventsWaiting();
    }

    /** PodGroups whose status is to be written. */
    public int statusesWaiting() {
        return reports.statusesWaiting();
    }

    /** Waits until nothing about a pod is under way; false when that took longer than {@code timeoutMillis}. */
    public boolean drain(long timeoutMillis) throws InterruptedException {
        return pods.drain(timeoutMillis);
    }

    @Override
    public void close() {
        groups.close();
        reports.close();
    }
}
