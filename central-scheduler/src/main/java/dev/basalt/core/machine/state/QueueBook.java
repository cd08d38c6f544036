package dev.basalt.core.machine.state;

import dev.basalt.core.model.Capability;
import dev.basalt.core.model.Queue;
import dev.basalt.core.model.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Queues and priority classes by name. The default queue and the root always exist. */
public final class QueueBook {
    private final TreeMap<String, Queue> queues = new TreeMap<>();
    private final TreeMap<String, Integer> classes = new TreeMap<>();

    QueueBook() {
        queues.put(Queue.DEFAULT, unlimited(Queue.DEFAULT));
        queues.put(Queue.ROOT, unlimited(Queue.ROOT));
    }

    /** All queues, by name. */
    public List<Queue> queues() {
        return new ArrayList<>(queues.values());
    }

    /** Values of all priority classes by name. */
    public SortedMap<String, Integer> classes() {
        return new TreeMap<>(classes);
    }

    void put(Queue queue) {
        queues.put(queue.name(), queue);
    }

    /** Forgets a queue; one that always exists becomes unlimited again and is returned as such. */
    List<Queue> remove(String queueName) {
        queues.remove(queueName);
        if (!queueName.equals(Queue.DEFAULT) && !queueName.equals(Queue.ROOT)) {
            return List.of();
        }
        Queue renewed = unlimited(queueName);
        queues.put(queueName, renewed);
        return List.of(renewed);
    }

    void putClass(String name, int value) {
        classes.put(name, value);
    }

    void removeClass(String name) {
        classes.remove(name);
    }

    /** Value of a class, or the fallback while it does not exist. */
    public int priority(String className, int fallback) {
        return classes.getOrDefault(className, fallback);
    }

    private static Queue unlimited(String name) {
        ResourceVector none = ResourceVector.ZERO;
        return name.equals(Queue.ROOT)
                ? new Queue(name, "", 1, 0, Capability.UNLIMITED, none, none, true, true)
                : Queue.unlimited(name);
    }
}
