package dev.basalt.simulate.scenario;

import dev.basalt.core.model.Domain;
import dev.basalt.core.model.Policy;
import dev.basalt.core.model.Queue;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A declared world: what there is, what happens when, and what must come of it.
 *
 * @param name title
 * @param source where the story was reported; empty when nowhere
 * @param policy policy of the scheduler
 * @param nodes machines at the start, by name
 * @param domains topology
 * @param queues queues at the start, beside {@code default}
 * @param priorityClasses value by name
 * @param timeline what happens, in the order of the file
 * @param expectations what must hold, in the order of the file
 * @param untilMillis end of the story; 0 means when nothing more happens
 */
public record Scenario(
        String name,
        String source,
        Policy policy,
        List<Machine> nodes,
        List<Domain> domains,
        List<Queue> queues,
        SortedMap<String, Integer> priorityClasses,
        List<Action.Timed> timeline,
        List<Expectation> expectations,
        long untilMillis) {
    public Scenario {
        nodes = List.copyOf(nodes);
        domains = List.copyOf(domains);
        queues = List.copyOf(queues);
        priorityClasses = Collections.unmodifiableSortedMap(new TreeMap<>(priorityClasses));
        timeline = List.copyOf(timeline);
        expectations = List.copyOf(expectations);
    }
}
