package dev.basalt.loop;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers changes of objects where nobody outside does (standalone mode). Each is higher than all before it. */
public final class Versions {
    private final AtomicLong last;

    /** @param last highest version that was ever given */
    public Versions(long last) {
        this.last = new AtomicLong(last);
    }

    public long next() {
        return last.incrementAndGet();
    }
}
