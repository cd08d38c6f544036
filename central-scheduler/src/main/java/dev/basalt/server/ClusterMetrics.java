package dev.basalt.server;

import dev.basalt.kubernetes.KubernetesAdapter;
import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.metrics.SchedulerMetrics;
import java.util.Locale;

/** Counts calls of the API server, and shows how the cluster's side stands. */
record ClusterMetrics(SchedulerMetrics metrics) implements WriteMeter {
    /** Shows numbers that are read when somebody asks for metrics. */
    void show(KubernetesAdapter cluster) {
        metrics.gauge(
                "basalt.leading",
                "1 while this replica has the lease and may act",
                () -> cluster.fence().epoch() > 0 ? 1 : 0);
        metrics.gauge(
                "basalt.api.writes.waiting",
                "Binds and evictions that wait or are under way",
                () -> cluster.writer().inFlight());
        metrics.gauge(
                "basalt.api.events.waiting",
                "Events that wait to be written",
                () -> cluster.writer().eventsWaiting());
        metrics.gauge(
                "basalt.api.statuses.waiting",
                "PodGroups whose status is to be written",
                () -> cluster.writer().statusesWaiting());
        metrics.gauge("basalt.api.watches.troubled", "Kinds whose watch is broken", cluster::troubledWatches);
    }

    @Override
    public void called(Kind kind, End end, long nanos) {
        metrics.called(word(kind), word(end), nanos);
    }

    @Override
    public void dropped(Kind kind) {
        metrics.count("basalt.api.dropped", "kind", word(kind), 1);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
