package dev.basalt.core.machine.state;

import dev.basalt.core.machine.Event.Listed;
import dev.basalt.core.machine.PublishedView.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Keeps planning shut until this process leads and has seen a complete list of every kind. */
public final class ReplayGate {
    private final TreeSet<Listed.Kind> listed = new TreeSet<>();
    private boolean leading;
    private long epoch;
    private long raisingTo;

    public void listed(Listed.Kind kind) {
        listed.add(kind);
    }

    /** Whether the lease is news; when it is, this process leads under it. */
    public boolean gains(long newEpoch) {
        if (newEpoch < epoch || (newEpoch == epoch && leading)) {
            return false;
        }
        epoch = newEpoch;
        leading = true;
        return true;
    }

    /** Whether the loss is news; when it is, this process leads no more. */
    public boolean loses(long lostEpoch) {
        if (!leading || lostEpoch < epoch) {
            return false;
        }
        leading = false;
        return true;
    }

    /** Whether an agent that has seen that epoch makes it necessary to ask for a higher one; when so, it is noted. */
    public boolean mustRaise(long epochSeen) {
        if (!leading || epochSeen <= epoch || epochSeen < raisingTo) {
            return false;
        }
        raisingTo = epochSeen + 1;
        return true;
    }

    /** Epoch that was asked for. */
    public long raisingTo() {
        return raisingTo;
    }

    public boolean isLeading() {
        return leading;
    }

    /** Epoch of the latest lease; 0 before the first. */
    public long epoch() {
        return epoch;
    }

    public boolean isOpen() {
        return leading && listed.size() == Listed.Kind.values().length;
    }

    /** How it stands, for people. */
    public Gate view() {
        List<String> waitsFor = new ArrayList<>();
        if (!leading) {
            waitsFor.add("lease");
        }
        for (Listed.Kind kind : Listed.Kind.values()) {
            if (!listed.contains(kind)) {
                waitsFor.add("list of " + kind);
            }
        }
        return new Gate(leading, isOpen(), waitsFor);
    }
}
