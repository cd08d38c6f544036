package dev.basalt.agent.link;

import dev.basalt.agent.limit.EndedGrant;
import dev.basalt.agent.limit.Revision;
import dev.basalt.agent.wire.GrantReport;
import dev.basalt.agent.wire.GrantWire;
import dev.basalt.proto.agent.v1.LimitStatus;
import dev.basalt.proto.types.v1.GrantStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What the scheduler has not acknowledged about limits. Bounded: if too much waits, or waits too long, all of it gives
 * way to one status that lists everything.
 */
final class LimitOutbox {
    private static final int MOST_WAITING = 256;
    private static final long PATIENCE_MILLIS = 10_000;

    private record Waiting(LimitStatus status, List<EndedGrant> ended, long queuedAtMillis) {}

    private final Deque<Waiting> unsent = new ArrayDeque<>();
    private final Deque<Waiting> unheard = new ArrayDeque<>();
    private long sequence;

    /** Adds a status; sequences go on for as long as the agent lives. */
    void add(List<GrantReport> reports, List<GrantStatus> bad, Revision answered, boolean complete, long nowMillis) {
        long unixMillis = System.currentTimeMillis();
        var status = LimitStatus.newBuilder()
                .setSequence(++sequence)
                .setEpoch(answered.epoch())
                .setGeneration(answered.generation())
                .setComplete(complete)
                .addAllGrants(bad);
        var ended = new ArrayList<EndedGrant>();
        for (GrantReport report : reports) {
            status.addGrants(GrantWire.status(report, unixMillis));
            if (report instanceof GrantReport.Ended over) {
                ended.add(over.ended());
            }
        }
        unsent.add(new Waiting(status.build(), ended, nowMillis));
    }

    /** The next status to send; it counts as sent. */
    Optional<LimitStatus> next() {
        Waiting first = unsent.poll();
        if (first == null) {
            return Optional.empty();
        }
        unheard.add(first);
        return Optional.of(first.status());
    }

    /** The scheduler has stored all up to that sequence; answers what it now knows to have ended. */
    List<EndedGrant> heard(long upTo) {
        var ended = new ArrayList<EndedGrant>();
        while (!unheard.isEmpty() && unheard.getFirst().status().getSequence() <= upTo) {
            ended.addAll(unheard.removeFirst().ended());
        }
        return ended;
    }

    /** True when one status with everything should take the place of what waits. */
    boolean shouldStartOver(long nowMillis) {
        boolean late = !unheard.isEmpty() && nowMillis - unheard.getFirst().queuedAtMillis() > PATIENCE_MILLIS;
        return late || unsent.size() + unheard.size() > MOST_WAITING;
    }

    void clear() {
        unsent.clear();
        unheard.clear();
    }
}
