package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.PublishedView.RefusedObject;
import dev.basalt.kubernetes.Directory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Tells users why a pod is not scheduled at all: it cannot be understood, or asks what nobody can give it yet. */
final class RefusedPods {
    private final Directory directory;
    private final long patienceNanos;
    private final Consumer<Happening> events;
    private final Map<String, Known> known = new HashMap<>();

    private record Known(String message, long sinceNanos, boolean told) {}

    /** @param patienceNanos a pod that is refused for a shorter time is not told */
    RefusedPods(Directory directory, long patienceNanos, Consumer<Happening> events) {
        this.directory = directory;
        this.patienceNanos = patienceNanos;
        this.events = events;
    }

    /** Says all anew: another scheduler may have led meanwhile. */
    void forgetAll() {
        known.clear();
    }

    /** These are refused now. */
    void round(List<RefusedObject> refused, long nowNanos, long epoch) {
        Map<String, Known> before = new HashMap<>(known);
        known.clear();
        for (RefusedObject object : refused) {
            Directory.Pod pod = object.kind().equals("Pod") ? directory.pod(object.identity()) : null;
            if (pod == null) {
                continue;
            }
            String message = (object.field() + " " + object.message()).strip();
            Known now = before.get(pod.uid());
            if (now == null || !now.message().equals(message)) {
                now = new Known(message, nowNanos, false);
            } else if (!now.told() && nowNanos - now.sinceNanos() >= patienceNanos) {
                events.accept(new Happening(
                        Happening.Regarding.pod(pod), true, "FailedScheduling", "Scheduling", message, epoch));
                now = new Known(message, now.sinceNanos(), true);
            }
            known.put(pod.uid(), now);
        }
    }
}
