package dev.basalt.loop;

import dev.basalt.core.machine.Tick;

/** Reads the time of a step. */
@FunctionalInterface
public interface StepClock {
    Tick read();

    /** This machine's clocks: monotonic since the start of the process, and Unix time. */
    static StepClock system() {
        long beganNanos = System.nanoTime();
        return () -> new Tick((System.nanoTime() - beganNanos) / 1_000_000, System.currentTimeMillis());
    }
}
