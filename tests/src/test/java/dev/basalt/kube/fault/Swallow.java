package dev.basalt.kube.fault;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Events that no client behind the proxy sees, until so many were lost. */
public final class Swallow {
    private final RequestPattern watches;
    private final Predicate<WatchEvent> events;
    private final AtomicInteger left;
    private final AtomicInteger lost = new AtomicInteger();

    Swallow(RequestPattern watches, Predicate<WatchEvent> events, int times) {
        this.watches = watches;
        this.events = events;
        this.left = new AtomicInteger(times);
    }

    /** How many events were lost; one that two watches would have seen counts twice. */
    public int lostCount() {
        return lost.get();
    }

    /** It swallows nothing from now on. */
    public void end() {
        left.set(0);
    }

    boolean takes(String uri, WatchEvent event) {
        if (!watches.matches("GET", uri)
                || !events.test(event)
                || left.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            return false;
        }
        lost.incrementAndGet();
        return true;
    }
}
