package dev.basalt.kube.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault that was asked for, until it has happened so many times. */
public final class Rule {
    private final RequestPattern pattern;
    private final Fault fault;
    private final AtomicInteger left;
    private final AtomicInteger met = new AtomicInteger();
    private final List<Runnable> held = new ArrayList<>();
    private boolean released;

    Rule(RequestPattern pattern, Fault fault, int times) {
        this.pattern = pattern;
        this.fault = fault;
        this.left = new AtomicInteger(times);
    }

    /** How many requests it has met. */
    public int metCount() {
        return met.get();
    }

    /** It meets no request from now on; what it holds stays held. */
    public void end() {
        left.set(0);
    }

    /** Passes on what {@link Fault.Hold} holds, and from now on every request that this rule meets. */
    public void release() {
        List<Runnable> waiting;
        synchronized (held) {
            released = true;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(Runnable::run);
    }

    Fault fault() {
        return fault;
    }

    /** Whether the request is this rule's; if so it is counted. */
    boolean takes(String method, String uri) {
        if (!pattern.matches(method, uri) || left.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            return false;
        }
        met.incrementAndGet();
        return true;
    }

    void hold(Runnable passOn) {
        synchronized (held) {
            if (!released) {
                held.add(passOn);
                return;
            }
        }
        passOn.run();
    }
}
