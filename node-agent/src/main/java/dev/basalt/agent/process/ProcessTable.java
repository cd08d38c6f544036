package dev.basalt.agent.process;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/** The tree of processes as it is now, read one process at a time, so that asking for one costs only its ancestors. */
public final class ProcessTable {
    /** Deeper trees exist only if the kernel's answers were mixed from two moments. */
    private static final int MAX_DEPTH = 256;

    private final LongFunction<OptionalLong> parentOf;

    private ProcessTable(LongFunction<OptionalLong> parentOf) {
        this.parentOf = parentOf;
    }

    /** The table of this machine. */
    public static ProcessTable ofThisMachine() {
        return new ProcessTable(pid -> {
            Optional<ProcessStat> stat = ProcessStat.read(pid);
            return stat.isPresent() ? OptionalLong.of(stat.get().parent()) : OptionalLong.empty();
        });
    }

    /** A table that answers from a function; empty is "no such process". */
    public static ProcessTable of(LongFunction<OptionalLong> parentOf) {
        return new ProcessTable(parentOf);
    }

    /** The nearest of pid and its ancestors that satisfies the test. */
    public OptionalLong nearest(long pid, LongPredicate test) {
        long current = pid;
        for (int depth = 0; current > 0 && depth < MAX_DEPTH; depth++) {
            if (test.test(current)) {
                return OptionalLong.of(current);
            }
            OptionalLong parent = parentOf.apply(current);
            if (parent.isEmpty()) {
                return OptionalLong.empty();
            }
            current = parent.getAsLong();
        }
        return OptionalLong.empty();
    }
}
