package dev.basalt.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The scheduler's metrics, all named {@code basalt_*}. Labels have few values that are known from the start (phases,
 * states, kinds); nothing is labelled by job, pod or node.
 */
public final class SchedulerMetrics implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private volatile long lastDecideNanos;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Timer decide;
    private final Timer store;
    private final Timer bind;

    public SchedulerMetrics() {
        decide = timer("basalt.step.duration", "Time the core takes for one step");
        store = timer("basalt.store.batch.duration", "Time one synced batch takes");
        bind = timer("basalt.bind.duration", "Time a bind that was done took, from its turn on");
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /** Serves the names that Volcano's alert rules know beside ours. */
    public void serveVolcanoNames() {
        gauge(
                "volcano.scheduler.action.duration.seconds",
                "Time the last step took to decide, under the name that Volcano's rules ask for",
                "action",
                "allocate",
                () -> lastDecideNanos / NANOS_PER_SECOND);
    }

    /** One step took that long; {@code storeNanos} is 0 when there was nothing to store. */
    public void stepped(long decideNanos, long storeNanos) {
        lastDecideNanos = decideNanos;
        decide.record(Duration.ofNanos(decideNanos));
        if (storeNanos > 0) {
            store.record(Duration.ofNanos(storeNanos));
        }
    }

    /** Counts something that happened, for example {@code basalt.decisions} of kind {@code placed}. */
    public void count(String name, String label, String value, long amount) {
        registry.counter(name, label, value).increment((double) amount);
    }

    /** A call to the API server ended; {@code kind} and {@code end} have few values. */
    public void called(String kind, String end, long nanos) {
        registry.counter("basalt.api.calls", "kind", kind, "end", end).increment();
        if (kind.equals("bind") && end.equals("done")) {
            bind.record(Duration.ofNanos(nanos));
        }
    }

    /** Counts something without labels. */
    public void count(String name, long amount) {
        registry.counter(name).increment((double) amount);
    }

    /** Shows a number that is asked for when metrics are read. */
    public void gauge(String name, String help, Supplier<Number> number) {
        Gauge.builder(name, number).description(help).register(registry);
    }

    /** As {@link #gauge(String, String, Supplier)}, for one value of a label. */
    public void gauge(String name, String help, String label, String value, Supplier<Number> number) {
        Gauge.builder(name, number).description(help).tag(label, value).register(registry);
    }

    /** All metrics, as Prometheus reads them. */
    public String text() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private Timer timer(String name, String help) {
        return Timer.builder(name)
                .description(help)
                .publishPercentiles(0.5, 0.99)
                .register(registry);
    }
}
