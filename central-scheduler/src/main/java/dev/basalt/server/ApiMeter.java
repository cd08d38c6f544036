package dev.basalt.server;

import dev.basalt.kubernetes.call.WriteMeter;
import dev.basalt.metrics.SchedulerMetrics;
import java.util.Locale;

/** Counts calls of the API server. */
record ApiMeter(SchedulerMetrics metrics) implements WriteMeter {
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
