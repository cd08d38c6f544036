package dev.basalt.server;

import dev.basalt.kubernetes.KubernetesAdapter;
import dev.basalt.metrics.SchedulerMetrics;

/** Numbers about the cluster that are read when somebody asks for metrics. */
final class ClusterGauges {
    private final SchedulerMetrics metrics;
    private final KubernetesAdapter cluster;

    ClusterGauges(SchedulerMetrics metrics, KubernetesAdapter cluster) {
        this.metrics = metrics;
        this.cluster = cluster;
    }

    void register() {
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
    }
}
