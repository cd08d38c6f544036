package dev.basalt.core.machine;

import dev.basalt.core.model.Policy;
import dev.basalt.core.snapshot.ClusterColumns;
import java.util.List;

/**
 * The whole scheduler without the outside: events in, effects out. The same events and ticks give the same effects, bit
 * for bit. For one thread.
 */
public final class SchedulerMachine {
    private final Policy policy;
    private final ClusterColumns columns = new ClusterColumns();
    private Tick now = new Tick(0, 0);

    public SchedulerMachine(Policy policy) {
        this.policy = policy;
    }

    /**
     * Takes in what happened and decides.
     *
     * @param tick time of this step; never before the one of the last step
     * @param events what happened since, in the order it became known; may be empty
     * @return what to do, in the order {@link Effect} describes
     * @throws IllegalStateException when the machine's own state contradicts itself: stop leading and start afresh
     */
    public List<Effect> step(Tick tick, List<Event> events) {
        now = tick;
        return List.of();
    }

    /** The state after the last step. Cheap when nothing changed; call it on the thread that steps. */
    public PublishedView view() {
        return new PublishedView(
                0,
                now,
                new PublishedView.Gate(false, false, List.of("lease")),
                policy,
                columns.snapshot(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                0);
    }

    /** Digest of all effects so far; equal for equal runs. */
    public long effectDigest() {
        return 0;
    }
}
