package dev.basalt.kubernetes.report;

import dev.basalt.core.machine.PublishedView;
import dev.basalt.core.machine.PublishedView.GangView;
import dev.basalt.core.machine.PublishedView.QueueView;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Status of a Queue as Volcano's controller would write it.
 *
 * @param state Open, Closing (closed with gangs in it) or Closed
 * @param allocated what its gangs and those of all queues below it take, as quantities by resource name
 * @param phases how many of its own gangs are in each of Volcano's phases, by the field's name
 */
record QueueStatus(String state, SortedMap<String, String> allocated, SortedMap<String, Integer> phases) {
    private static final List<String> FIELDS = List.of("unknown", "pending", "running", "inqueue", "completed");
    private static final String GPU_OF_MODEL = ResourceVector.GPU_MILLI + ".";

    QueueStatus {
        allocated = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(allocated));
        phases = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(phases));
    }

    /** Every queue of the view, by name. */
    static SortedMap<String, QueueStatus> of(PublishedView view) {
        TreeMap<String, TreeMap<String, Integer>> counts = new TreeMap<>();
        for (GangView gang : view.gangs()) {
            counts.computeIfAbsent(gang.spec().gang().queue(), any -> new TreeMap<>())
                    .merge(field(gang), 1, Integer::sum);
        }
        TreeMap<String, QueueStatus> statuses = new TreeMap<>();
        for (QueueView queue : view.queues()) {
            TreeMap<String, Integer> own = counts.getOrDefault(queue.name(), new TreeMap<>());
            boolean isEmpty = own.isEmpty();
            FIELDS.forEach(field -> own.putIfAbsent(field, 0));
            String state = queue.queue().open() ? "Open" : isEmpty ? "Closed" : "Closing";
            statuses.put(queue.name(), new QueueStatus(state, quantities(queue.used()), own));
        }
        return statuses;
    }

    /** As it is written. */
    Map<String, Object> message() {
        TreeMap<String, Object> message = new TreeMap<>(phases);
        message.put("state", state);
        message.put("allocated", allocated);
        return message;
    }

    private static String field(GangView gang) {
        String phase = PodGroupStatus.of(gang, PodGroupStatus.NONE, "", "").phase();
        return phase.toLowerCase(java.util.Locale.ROOT);
    }

    private static SortedMap<String, String> quantities(ResourceVector used) {
        TreeMap<String, String> quantities = new TreeMap<>();
        for (String name : new ArrayList<>(used.names())) {
            long amount = used.amount(name);
            if (name.equals(ResourceVector.CPU)) {
                quantities.put(name, milli(amount));
            } else if (name.equals(ResourceVector.GPU_MILLI)) {
                quantities.put(ResourceVector.GPU, milli(amount));
            } else if (!name.startsWith(GPU_OF_MODEL)) {
                quantities.put(name, Long.toString(amount));
            }
        }
        return quantities;
    }

    private static String milli(long amount) {
        return amount % 1000 == 0 ? Long.toString(amount / 1000) : amount + "m";
    }
}
