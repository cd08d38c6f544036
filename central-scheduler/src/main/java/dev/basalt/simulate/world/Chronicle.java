package dev.basalt.simulate.world;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What happened in a world, in order. */
public final class Chronicle {
    private final List<Entry> entries = new ArrayList<>();
    private final TreeMap<String, Long> firstStartMillis = new TreeMap<>();
    private final List<String> startOrder = new ArrayList<>();

    /**
     * One thing that happened.
     *
     * @param atMillis virtual time
     * @param what one word, for example {@code started}
     * @param job job it concerns; empty for none
     * @param pod pod; empty for none
     * @param node node; empty for none
     * @param detail more of it
     */
    public record Entry(long atMillis, String what, String job, String pod, String node, String detail) {}

    void add(Entry entry) {
        entries.add(entry);
        if (entry.what().equals("started") && !firstStartMillis.containsKey(entry.job())) {
            firstStartMillis.put(entry.job(), entry.atMillis());
            startOrder.add(entry.job());
        }
    }

    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Jobs by the time their first pod ran. */
    public List<String> startOrder() {
        return List.copyOf(startOrder);
    }

    /** When the first pod of a job ran; null when none has. */
    public @Nullable Long firstStartMillis(String job) {
        return firstStartMillis.get(job);
    }

    /** Evictions of a job so far; of all jobs when it is empty. */
    public List<Entry> evictions(String job) {
        return entries.stream()
                .filter(entry -> entry.what().equals("evicted")
                        && (job.isEmpty() || entry.job().equals(job)))
                .toList();
    }

    /** Broken invariants, as sentences. */
    public List<String> violations() {
        return entries.stream()
                .filter(entry -> entry.what().equals("violation"))
                .map(entry -> "at " + entry.atMillis() + " ms: " + entry.detail())
                .toList();
    }
}
